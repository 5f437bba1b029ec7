import { hash, randomBytes } from 'node:crypto'
import type { Storage } from '../../storage/index.ts'

/**
 * Names what the catalog answers to an address, by the last change to it and not by the bytes: as long as the tag is the
 * same, so is the answer. Weak (RFC 9110, 8.8.3), as no bytes were looked at. Of this run of the program only.
 */
export type EntityTag = (target: string, namespaceBase: string) => string

/** Ask before the answer is made: a change that comes meanwhile makes the tag old, and the client asks anew. */
export function createEntityTag(storage: Pick<Storage, 'changeNumber'>): EntityTag {
  const run = randomBytes(6).toString('base64url')
  return (target, namespaceBase) => {
    const state = `${storage.changeNumber('items')}-${storage.changeNumber('lookups')}`
    // A tag of another address says nothing of this one.
    const address = hash('sha1', `${namespaceBase}\n${target}`, 'base64url').slice(0, 12)
    return `W/"${run}-${state}-${address}"`
  }
}

/** Whether `If-None-Match` lists the tag, by weak comparison, as GET compares. */
export const isListed = (header: string, tag: string): boolean =>
  header.split(',').some((one) => one.trim().replace(/^W\//, '') === tag.replace(/^W\//, ''))
