import { type Command, InvalidArgumentError, Option } from 'commander'
import { parseLocation, type StoreChoice } from '../../../media/index.ts'

/** The options that describe an S3 store for pictures. */
export interface StoreOptions {
  s3Endpoint?: string
  s3Region: string
  mediaCache?: number
}

const gigabyte = 1_000_000_000
const maxGigabytes = 1_000_000

function gigabytes(value: string): number {
  const number = Number(value)
  if (value.trim() === '' || !(number >= 0 && number <= maxGigabytes))
    throw new InvalidArgumentError(`A size is a number of GB, from 0 to ${maxGigabytes}.`)
  return Math.round(number * gigabyte)
}

export const withStoreOptions = (command: Command): Command =>
  command
    .option('--s3-endpoint <url>', 'address of the S3 store (default: Amazon S3)')
    .option('--s3-region <region>', 'region of the S3 store', 'us-east-1')
    .addOption(
      new Option(
        '--media-cache <GB>',
        'with an S3 store: maximum size of the pictures that are also on this computer (default: 10)',
      ).argParser(gigabytes),
    )

/** @throws PlainError `STORE_ADDRESS` */
export const storeFrom = (
  address: string,
  { s3Endpoint, s3Region, mediaCache }: StoreOptions,
): StoreChoice => ({
  location: parseLocation(address, { endpoint: s3Endpoint, region: s3Region }),
  cacheBytes: mediaCache,
})
