/** Names that mean a device on Windows, whatever ending follows. */
const devices = /^(?:con|prn|aux|nul|com\d|lpt\d|conin\$|conout\$|clock\$)(?:\.|$)/i
const controls = /\p{Cc}/u

/**
 * Why a file cannot be kept under a name, in words; undefined when it can. Names come percent-encoded from outside;
 * the words never repeat one.
 * @param mostBytes in UTF-8
 */
export function nameFault(name: string, mostBytes: number): string | undefined {
  if (name.trim() === '') return 'The name of the file is missing.'
  if (!name.isWellFormed() || controls.test(name))
    return 'The name of the file has characters that no name may have. Rename it and try again.'
  if (/[/\\]/.test(name) || /^\.+$/.test(name.trim()))
    return 'What was sent is a path, not the name of a file.'
  if (devices.test(name)) return 'This name stands for a device. Rename the file and try again.'
  if (Buffer.byteLength(name) > mostBytes)
    return `The name of the file is longer than ${mostBytes} bytes. Give it a shorter one.`
  return undefined
}

/** The `name` of a query as it was sent; undefined when it is not percent-encoded UTF-8. */
export function nameInQuery(search: string): string | undefined {
  const [, encoded = ''] = /[?&]name=([^&]*)/.exec(search) ?? []
  try {
    return decodeURIComponent(encoded.replaceAll('+', ' '))
  } catch {
    return undefined
  }
}
