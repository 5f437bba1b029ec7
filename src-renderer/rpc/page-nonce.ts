/** What names the style elements of this page to the browser, which takes no others (src-main/rpc/page.ts). */
export const pageNonce = document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.nonce
