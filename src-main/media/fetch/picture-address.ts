import { isTransientParameter } from '../../../src-shared/history/transient.ts'

/** The lasting part of a picture's address: the same picture, signed anew at every sync, is one picture. */
export function pictureAddress(url: string): string {
  if (!URL.canParse(url)) return url
  const parsed = new URL(url)
  for (const name of [...parsed.searchParams.keys()])
    if (isTransientParameter(name)) parsed.searchParams.delete(name)
  parsed.hash = ''
  return parsed.href
}
