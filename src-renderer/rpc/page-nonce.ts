/** The nonce that style elements of this page must have; the browser ignores all others (src-main/rpc/page.ts). */
export const pageNonce = document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.nonce
