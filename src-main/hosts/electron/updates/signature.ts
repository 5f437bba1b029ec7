/**
 * The signature of what an update server says. Files of an update are checked by their hash in that text;
 * Windows and macOS also check the signature of the program, Linux does not.
 */
import { createPublicKey, verify } from 'node:crypto'

/** The file with the signature in base64, beside the signed one. */
export const signatureEnding = '.sig'

/** Whether the text is signed with the key. @param publicKey base64 of SPKI in DER */
export function isSigned(text: string, signature: string, publicKey: string): boolean {
  const key = createPublicKey({ key: Buffer.from(publicKey, 'base64'), format: 'der', type: 'spki' })
  return verify(null, Buffer.from(text), key, Buffer.from(signature.trim(), 'base64'))
}
