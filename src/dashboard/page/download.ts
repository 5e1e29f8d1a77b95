/** Saves a file by the browser. */

/** The browser reads it by its address after the call. */
const ADDRESS_LIFE_MS = 60_000;

export function download(name: string, parts: readonly BlobPart[], type: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(new Blob([...parts], { type }));
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), ADDRESS_LIFE_MS);
}

export const downloadYaml = (name: string, text: string): void => download(name, [text], 'application/yaml');
