/** Parameters that services put on an address to let it expire; they say nothing about which picture it is. */
const passing = /^(expires|signature|sig|policy|key-pair-id|token|x-amz-.*|x-goog-.*|se|sp|sv|sr)$/i

/** The lasting part of a picture's address: the same picture, signed anew at every sync, is one picture. */
export function pictureAddress(url: string): string {
  if (!URL.canParse(url)) return url
  const parsed = new URL(url)
  for (const name of [...parsed.searchParams.keys()]) if (passing.test(name)) parsed.searchParams.delete(name)
  parsed.hash = ''
  return parsed.href
}
