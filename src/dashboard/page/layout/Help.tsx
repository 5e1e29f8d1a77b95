/** All keys. */
import { HELP } from '../keyboard/keys.js';
import { Drawer } from './Drawer.js';

export function Help() {
  return (
    <Drawer name="help" title="Keys">
      <table class="keys">
        <tbody>
          {HELP.map(([keys, does]) => (
            <tr key={does}>
              <th scope="row">
                {keys.map((key) => (
                  <kbd key={key}>{key}</kbd>
                ))}
              </th>
              <td>{does}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <p class="note">
        A gamepad’s left stick drives while “Drive by hand” is on. Whatever you hold counts only while you
        hold it and look at this page.
      </p>
    </Drawer>
  );
}
