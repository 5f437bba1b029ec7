import type { Page } from '@playwright/test'

/**
 * Collects the violations of the page's content security policy: styles, scripts, pictures. The browser logs
 * each violation to the console, for every document and from the start of its load.
 * @returns a function that returns the violations since its last call
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
