import { createHash } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { mkdir, rm } from 'node:fs/promises'
import { dirname } from 'node:path'
import { type Readable, Transform, Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import {
  AbortMultipartUploadCommand,
  CompleteMultipartUploadCommand,
  CreateMultipartUploadCommand,
  DeleteObjectCommand,
  GetObjectCommand,
  HeadObjectCommand,
  ListObjectsV2Command,
  PutObjectCommand,
  S3Client,
  UploadPartCommand,
} from '@aws-sdk/client-s3'
import { maxPictureBytes } from '../../../src-shared/media/model.ts'
import { isNoSuchObject, isNoSuchUpload, toStoreError } from './store-error.ts'
import { locationWords, type StoreLocation } from './store-place.ts'

/** Limits of time in milliseconds. */
export interface StoreTimes {
  /** Maximum until a connection is made. */
  connect: number
  /** Maximum without a byte in either direction. */
  idle: number
  /** Maximum for a request with everything it transfers, plus one millisecond per `minSpeed` bytes. */
  request: number
}
const usualTimes: StoreTimes = { connect: 10_000, idle: 30_000, request: 60_000 }
/** Bytes per millisecond below which a transfer counts as failed. */
const minSpeed = 10
/** Connections at the same time. */
const maxConnections = 16
/** Attempts of one request, with growing pauses. */
const maxAttempts = 3

interface StoredObject {
  name: string
  bytes: number
  /** Milliseconds since the epoch. */
  modifiedAt: number
}

/** An upload in parts that the store has begun. */
interface Multipart {
  name: string
  uploadId: string
}

export type S3Objects = ReturnType<typeof openS3Objects>

/**
 * The objects below one prefix of a bucket. Access keys come from the environment, or from the files and
 * services that the AWS SDK asks by itself.
 * @throws PlainError (store-error.ts) from every function while the store cannot be used
 */
export function openS3Objects(location: StoreLocation, times: StoreTimes = usualTimes) {
  const { bucket: Bucket, prefix, endpoint, region } = location
  const place = locationWords(location)
  const client = new S3Client({
    region,
    ...(endpoint !== undefined && { endpoint, forcePathStyle: true }),
    maxAttempts,
    // Other stores do not know the newer checksums. MD5 is known to all.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    requestHandler: {
      connectionTimeout: times.connect,
      socketTimeout: times.idle,
      httpAgent: { maxSockets: maxConnections, keepAlive: true },
      httpsAgent: { maxSockets: maxConnections, keepAlive: true },
    },
  })
  const keyOf = (name: string): string => (prefix === '' ? name : `${prefix}/${name}`)
  const target = (name: string) => ({ Bucket, Key: keyOf(name) })
  const limited = (bytes = 0) => ({
    abortSignal: AbortSignal.timeout(times.request * maxAttempts + Math.ceil(bytes / minSpeed)),
  })
  const withStoreErrors = async <T>(work: () => Promise<T>): Promise<T> => {
    try {
      return await work()
    } catch (error) {
      throw toStoreError(error, place)
    }
  }
  /** The result; undefined if there is no such object. */
  const unlessMissing = <T>(work: () => Promise<T>): Promise<T | undefined> =>
    withStoreErrors(async () => {
      try {
        return await work()
      } catch (error) {
        if (isNoSuchObject(error)) return undefined
        throw error
      }
    })
  /** Sends an object into a sink, and returns the hash of its bytes. A failed transfer is repeated from its start. */
  async function receive(name: string, sink: () => Writable): Promise<string> {
    for (let attempt = 1; ; attempt++) {
      const limit = limited(maxPictureBytes)
      const answer = await client.send(new GetObjectCommand(target(name)), limit)
      const hash = createHash('sha256')
      let bytes = 0
      const measure = new Transform({
        transform(piece: Buffer, _encoding, done) {
          bytes += piece.length
          // More bytes than any picture: the rest need not be read to know that it is another file.
          if (bytes > maxPictureBytes) return done(new TooLarge())
          hash.update(piece)
          done(null, piece)
        },
      })
      try {
        await pipeline(answer.Body as Readable, measure, sink(), { signal: limit.abortSignal })
        return hash.digest('hex')
      } catch (error) {
        if (error instanceof TooLarge) return 'too large'
        if (isDiskError(error) || attempt >= maxAttempts) throw error
      }
    }
  }

  return {
    place,
    keyOf,
    /**
     * Writes an object to a new file. Returns the SHA-256 of its bytes, or another text if there are more than a
     * picture may have; undefined, without a file, if there is no such object.
     */
    async download(name: string, path: string): Promise<string | undefined> {
      await mkdir(dirname(path), { recursive: true })
      let isWritten = false
      try {
        const hash = await unlessMissing(() => receive(name, () => createWriteStream(path)))
        isWritten = hash !== undefined
        return hash
      } finally {
        if (!isWritten) await rm(path, { force: true })
      }
    },
    /** The SHA-256 of an object, whose bytes are not kept; undefined if there is no such object. */
    hash: (name: string): Promise<string | undefined> =>
      unlessMissing(() => receive(name, () => new Writable({ write: (_piece, _encoding, done) => done() }))),
    /** A small object as text; undefined if there is none. */
    text: (name: string): Promise<string | undefined> =>
      unlessMissing(async () => {
        const answer = await client.send(
          new GetObjectCommand({ ...target(name), Range: 'bytes=0-4095' }),
          limited(),
        )
        return answer.Body?.transformToString()
      }),
    sizeOf: (name: string): Promise<number | undefined> =>
      unlessMissing(
        async () => (await client.send(new HeadObjectCommand(target(name)), limited())).ContentLength,
      ),
    /** Writes an object as a whole. The store compares the bytes with their MD5. */
    put: (name: string, body: Uint8Array): Promise<void> =>
      withStoreErrors(async () => {
        const command = new PutObjectCommand({ ...target(name), Body: body, ContentMD5: md5Of(body) })
        await client.send(command, limited(body.length))
      }),
    remove: (name: string): Promise<void> =>
      withStoreErrors(async () => {
        await client.send(new DeleteObjectCommand(target(name)), limited())
      }),
    /** All objects below the prefix, in pages. */
    async *list(): AsyncGenerator<StoredObject[]> {
      const start = prefix === '' ? '' : `${prefix}/`
      for (let token: string | undefined, isFirst = true; isFirst || token !== undefined; isFirst = false) {
        const command = new ListObjectsV2Command({ Bucket, Prefix: start, ContinuationToken: token })
        const page = await withStoreErrors(() => client.send(command, limited()))
        yield (page.Contents ?? []).map(({ Key = '', Size = 0, LastModified }) => ({
          name: Key.slice(start.length),
          bytes: Size,
          modifiedAt: LastModified?.getTime() ?? 0,
        }))
        token = page.IsTruncated ? page.NextContinuationToken : undefined
      }
    },
    beginParts: (name: string): Promise<Multipart> =>
      withStoreErrors(async () => {
        const { UploadId } = await client.send(new CreateMultipartUploadCommand(target(name)), limited())
        if (UploadId === undefined) throw new Error('The store began an upload without a number.')
        return { name, uploadId: UploadId }
      }),
    /** Returns the entity tag of the part. @param number from 1 */
    putPart: ({ name, uploadId }: Multipart, number: number, body: Uint8Array): Promise<string | 'lost'> =>
      unlessLost(async () => {
        const part = { ...target(name), UploadId: uploadId, PartNumber: number }
        const command = new UploadPartCommand({ ...part, Body: body, ContentMD5: md5Of(body) })
        return (await client.send(command, limited(body.length))).ETag ?? ''
      }),
    /** Joins the parts to the object. */
    joinParts: ({ name, uploadId }: Multipart, etags: readonly string[]): Promise<'joined' | 'lost'> =>
      unlessLost(async () => {
        const Parts = etags.map((ETag, index) => ({ ETag, PartNumber: index + 1 }))
        const upload = { ...target(name), UploadId: uploadId, MultipartUpload: { Parts } }
        await client.send(new CompleteMultipartUploadCommand(upload), limited())
        return 'joined' as const
      }),
    /** Deletes the parts of an upload. */
    abortParts: ({ name, uploadId }: Multipart): Promise<unknown> =>
      unlessLost(async () => {
        await client.send(new AbortMultipartUploadCommand({ ...target(name), UploadId: uploadId }), limited())
      }),
    close: (): void => client.destroy(),
  }

  /** The result; `lost` if the store does not know the upload any more. */
  function unlessLost<T>(work: () => Promise<T>): Promise<T | 'lost'> {
    return withStoreErrors(async () => {
      try {
        return await work()
      } catch (error) {
        if (isNoSuchUpload(error)) return 'lost'
        throw error
      }
    })
  }
}

class TooLarge extends Error {}

/** Whether a transfer failed because of this computer's disk: repeating it does not help. */
const isDiskError = (error: unknown): boolean =>
  error instanceof Error && 'syscall' in error && 'path' in error

const md5Of = (bytes: Uint8Array): string => createHash('md5').update(bytes).digest('base64')
