/** All keys, and what a mouse or fingers do on the map. */
import { PAGE_KEYS } from '../keyboard/keys.js';
import { MAP_GESTURES, MAP_KEYS } from '../map/help.js';
import { Drawer } from './Drawer.js';

const HELP_TABLES = [
  ['Anywhere', PAGE_KEYS],
  ['On the map, while it has the focus', MAP_KEYS],
  ['On the map, with a mouse or fingers', MAP_GESTURES],
] as const;

export function Help() {
  return (
    <Drawer name="help" title="Keys and gestures">
      {HELP_TABLES.map(([title, rows]) => (
        <table key={title} class="keys">
          <caption>{title}</caption>
          <tbody>
            {rows.map(([keys, does]) => (
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
      ))}
      <p class="note">
        A gamepad’s left stick drives while “Drive by hand” is on. Whatever you hold counts only while you
        hold it and look at this page.
      </p>
    </Drawer>
  );
}
