import { say } from '../../../src-shared/texts/say.ts'

/** The system functions for opening a link. */
interface LinkActions {
  /** Shows the address to the person. @returns whether the person agrees to open it */
  ask(words: { message: string; detail: string }): Promise<boolean>
  /** Opens the address in the system's browser. */
  open(address: string): Promise<void>
}

const schemes = ['https:', 'http:']
const maxLength = 2000

/**
 * The address to open in the system's browser. A catalog's links are not trusted: returns undefined for other
 * schemes (`file:`, `smb:`, custom ones), addresses with a password, and very long ones.
 */
export function openableAddress(text: string): URL | undefined {
  const url = text.length <= maxLength ? URL.parse(text) : null
  if (!url || !schemes.includes(url.protocol) || url.host === '') return undefined
  if (url.username !== '' || url.password !== '') return undefined
  return url.href.length <= maxLength ? url : undefined
}

/**
 * Opens a link in the person's browser after the person has seen the address and agreed. While a question is
 * open, other links are dropped, so that a page cannot stack up questions.
 * @returns whether the link was opened
 */
export function createLinkOpener({ ask, open }: LinkActions): (address: string) => Promise<boolean> {
  let asking = false
  return async (address) => {
    const url = openableAddress(address)
    if (!url || asking) return false
    asking = true
    try {
      // `url.host` is the host as the browser uses it: lookalike letters appear in punycode.
      const agreed = await ask({ message: say`Open ${url.host} in your browser?`, detail: url.href })
      if (agreed) await open(url.href)
      return agreed
    } finally {
      asking = false
    }
  }
}
