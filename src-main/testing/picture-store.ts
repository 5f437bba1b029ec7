import { once } from 'node:events'
import { rmSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import S3rver from 's3rver'
import type { StorePlace } from '../media/remote/store-place.ts'
import { newPlace } from '../media/remote/store-place.ts'
import { type FaultyUpstream, startFaultyUpstream } from './faulty-upstream.ts'
import { temporaryDirectory } from './temporary-workspace.ts'

/** The access key of the S3 server, as variables of the environment. */
export const storeKey = { AWS_ACCESS_KEY_ID: 'S3RVER', AWS_SECRET_ACCESS_KEY: 'S3RVER' }

export interface PictureStore {
  /** The address for a client. */
  address: string
  /** The proxy before the server, which records calls and can fail. */
  proxy: FaultyUpstream
  /** A place in the server. */
  place(options?: { prefix?: string; cacheBytes?: number }): StorePlace
  close(): Promise<void>
}

/** A real S3 server on loopback, with the bucket `catalog`, behind a proxy that can fail. */
export async function startPictureStore(): Promise<PictureStore> {
  const directory = temporaryDirectory()
  // The proxy changes the host, which is part of a signature.
  const store = new S3rver({
    directory,
    silent: true,
    allowMismatchedSignatures: true,
    configureBuckets: [{ name: 'catalog', configs: [] }],
  })
  await store.configureBuckets()
  const server = createServer(store.callback())
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const proxy = await startFaultyUpstream(`http://127.0.0.1:${(server.address() as AddressInfo).port}`)
  return {
    address: proxy.address,
    proxy,
    place: ({ prefix = 'pictures', cacheBytes } = {}) =>
      newPlace({ bucket: 'catalog', prefix, endpoint: proxy.address, region: 'us-east-1' }, cacheBytes),
    async close() {
      await proxy.close()
      server.closeAllConnections()
      server.close()
      rmSync(directory, { recursive: true, force: true })
    },
  }
}
