import type { Page } from '@playwright/test'

/**
 * Watches what the page's own policy refuses in it: a style, a script, a picture. The browser says that on the
 * console, whichever document of the page it concerns and however early in its load.
 * @returns what was refused since the last time of asking
 */
export function watchPolicy(page: Page): () => string[] {
  let refused: string[] = []
  page.on('console', (message) => {
    const text = message.text()
    if (/Content Security Policy|TrustedHTML|TrustedScript/.test(text)) refused.push(text)
  })
  return () => {
    const found = refused
    refused = []
    return found
  }
}
