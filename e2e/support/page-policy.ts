import type { Page } from '@playwright/test'

/**
 * Watches what the page's policy refuses in the page: a style, a script, a picture. The browser writes every refusal to
 * the console, for every document of the page and from the beginning of its load.
 * @returns a function that gives the refusals since its last call
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
