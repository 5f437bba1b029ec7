/** What names the style elements of this page to the browser, which takes no others (page-policy.ts). */
export const pageNonce = document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.nonce
