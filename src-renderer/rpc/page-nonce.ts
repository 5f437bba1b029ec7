/** The nonce required on style elements of this page; the browser ignores others (src-main/rpc/page.ts). */
export const pageNonce = document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.nonce
