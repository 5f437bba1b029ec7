/** What the certificate is saved as, and therefore called in commands. */
export const certificateFile = 'catalog-desk.pem'
