import { say } from '../../../src-shared/texts/say.ts'

/** The system's part in opening a link. */
interface LinkActions {
  /** Shows the address to the person. @returns whether the person agrees to open the address */
  ask(words: { message: string; detail: string }): Promise<boolean>
  /** Opens the address in the system's browser. */
  open(address: string): Promise<void>
}

const schemes = ['https:', 'http:']
const longest = 2000

/**
 * The address to give to the system's browser. Since a catalog's links are not trusted, the answer is undefined for
 * other schemes (`file:`, `smb:`, programs' own), addresses that carry a password, and very long ones.
 */
export function openableAddress(text: string): URL | undefined {
  const url = text.length <= longest ? URL.parse(text) : null
  if (!url || !schemes.includes(url.protocol) || url.host === '') return undefined
  if (url.username !== '' || url.password !== '') return undefined
  return url.href.length <= longest ? url : undefined
}

/**
 * Opens a link in the person's browser after the person saw the address and agreed. While one question is open, other
 * links are dropped, so that no page can pile up questions.
 * @returns whether the link was opened
 */
export function createLinkOpener({ ask, open }: LinkActions): (address: string) => Promise<boolean> {
  let asking = false
  return async (address) => {
    const url = openableAddress(address)
    if (!url || asking) return false
    asking = true
    try {
      // `url.host` is the host as the browser will use it: letters that only look like others show.
      const agreed = await ask({ message: say`Open ${url.host} in your browser?`, detail: url.href })
      if (agreed) await open(url.href)
      return agreed
    } finally {
      asking = false
    }
  }
}
