/** Which S3 store holds the pictures of a workspace: a file in the folder of the workspace says so. */

import { randomUUID } from 'node:crypto'
import { readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import * as z from 'zod'
import { PlainError } from '../../../src-shared/plain-error.ts'
import { say } from '../../../src-shared/texts/say.ts'
import { isNodeError } from '../../platform/files/file-error.ts'
import { writeFileAtomic } from '../../platform/files/private-files.ts'

const placeFile = 'media-store.json'

const gigabyte = 1_000_000_000
const defaultCacheBytes = 10 * gigabyte

const address = z
  .url({ protocol: /^https?$/ })
  .max(1000)
  .refine((text) => {
    const { username, password, search, hash } = new URL(text)
    return username === '' && password === '' && search === '' && hash === ''
  })

const locationSchema = z.object({
  bucket: z.string().regex(/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/),
  /** Beginning of all keys, without a slash at its end; may be empty. */
  prefix: z
    .string()
    .max(500)
    .regex(/^[A-Za-z0-9._-]*(?:\/[A-Za-z0-9._-]+)*$/),
  /** Address of the store; absent for Amazon S3 itself. */
  endpoint: address.optional(),
  region: z
    .string()
    .max(100)
    .regex(/^[A-Za-z0-9-]+$/),
})

/** A place in an S3 store. */
export type StoreLocation = z.infer<typeof locationSchema>

const placeSchema = locationSchema.extend({
  /** Names this workspace in the store, so that no other one uses the same place. */
  owner: z.uuid(),
  /** Maximum bytes of the pictures that are also on this computer. */
  cacheBytes: z.int().min(0),
})

export type StorePlace = z.infer<typeof placeSchema>

/**
 * Parses `s3://BUCKET/PREFIX`.
 * @throws PlainError `STORE_ADDRESS` if it is no such address, or if endpoint or region are not valid
 */
export function parseLocation(
  text: string,
  { endpoint, region }: { endpoint?: string | undefined; region: string },
): StoreLocation {
  const [, bucket, prefix = ''] = /^s3:\/\/([^/]*)(?:\/(.*))?$/.exec(text) ?? []
  const given = { bucket, prefix: prefix.replace(/\/$/, ''), endpoint, region }
  const read = locationSchema.safeParse(given)
  if (read.success) return read.data
  const [wrong] = read.error.issues
  const field = String(wrong?.path[0])
  if (field === 'endpoint')
    throw new PlainError(
      'STORE_ADDRESS',
      say`The endpoint of a picture store is an address such as https://s3.example.com, without a user name or password.`,
    )
  if (field === 'region')
    throw new PlainError('STORE_ADDRESS', say`The region of a picture store has letters, digits and hyphens.`)
  throw new PlainError(
    'STORE_ADDRESS',
    say`“${text}” is no address of a picture store. It is s3://BUCKET or s3://BUCKET/PREFIX, with letters, digits, hyphens, dots and underscores.`,
  )
}

/** A place in words, without secrets. */
export const locationWords = ({ bucket, prefix, endpoint }: StoreLocation): string =>
  `s3://${bucket}${prefix && `/${prefix}`}${endpoint === undefined ? '' : ` at ${endpoint}`}`

export const isSameLocation = (one: StoreLocation, other: StoreLocation): boolean =>
  locationWords(one) === locationWords(other) && one.region === other.region

/**
 * The store of a workspace; undefined if the pictures are in its folder.
 * @throws PlainError `STORE_NOTE` if the file is damaged: guessing would look for the pictures elsewhere
 */
export async function readPlace(directory: string): Promise<StorePlace | undefined> {
  const file = join(directory, placeFile)
  let text: string
  try {
    text = await readFile(file, 'utf8')
  } catch (error) {
    if (isNodeError(error, 'ENOENT')) return undefined
    throw error
  }
  try {
    return placeSchema.parse(JSON.parse(text))
  } catch (cause) {
    throw new PlainError(
      'STORE_NOTE',
      say`${file} is damaged. It says which picture store this workspace uses. Restore the file, or remove it and name the store again.`,
      { cause },
    )
  }
}

export const writePlace = (directory: string, place: StorePlace): Promise<void> =>
  writeFileAtomic(join(directory, placeFile), `${JSON.stringify(place, undefined, 2)}\n`)

export const removePlace = (directory: string): Promise<void> =>
  rm(join(directory, placeFile), { force: true })

export const newPlace = (location: StoreLocation, cacheBytes = defaultCacheBytes): StorePlace => ({
  ...location,
  owner: randomUUID(),
  cacheBytes,
})
