/**
 * Whether the spelling of typed text is checked. Only macOS checks it by itself; on other systems Chromium may
 * download a dictionary from a server.
 */
export const checksSpelling = process.platform === 'darwin'
