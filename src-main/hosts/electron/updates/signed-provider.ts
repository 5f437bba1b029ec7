/** What an update server says, checked before electron-updater uses it. */
import type { OutgoingHttpHeaders } from 'node:http'
import type { CancellationToken } from 'builder-util-runtime'
import type { AppUpdater, UpdateInfo } from 'electron-updater'
import { GenericProvider } from 'electron-updater/out/providers/GenericProvider.js'
import type { ProviderRuntimeOptions } from 'electron-updater/out/providers/Provider.js'
import * as z from 'zod'
import type { UpdateFacts } from './build-facts.ts'
import { isSigned, signatureEnding } from './signature.ts'
import { UpdateError } from './update-error.ts'

/** Maximum number of characters of the file and of its release notes. */
const maxText = { file: 1024 * 1024, notes: 20_000 }

const note = z.union([
  z.string(),
  z.object({ note: z.string().nullish() }).transform(({ note }) => note ?? ''),
])
const info = z.looseObject({
  version: z.string().max(60),
  files: z
    .array(
      z.looseObject({
        url: z.string().min(1).max(2000),
        sha512: z.string().min(1).max(200),
        size: z.number().nonnegative().optional(),
      }),
    )
    .min(1)
    .max(20),
  releaseNotes: z
    .union([note, z.array(note)])
    .nullish()
    .transform((notes) => [notes ?? []].flat().join('\n\n').slice(0, maxText.notes)),
})

/** The provider `generic` of electron-updater with a check of the signature, if the build has a key. */
export class SignedProvider extends GenericProvider {
  readonly #publicKey: string | undefined

  constructor({ address, publicKey }: UpdateFacts, updater: AppUpdater, options: ProviderRuntimeOptions) {
    super({ provider: 'generic', url: address }, updater, options)
    this.#publicKey = publicKey
  }

  override async getLatestVersion(): Promise<UpdateInfo> {
    const { data, error } = info.safeParse(await super.getLatestVersion())
    if (error) throw new UpdateError('unreadable', z.prettifyError(error))
    return data as unknown as UpdateInfo
  }

  protected override async httpRequest(
    address: URL,
    headers?: OutgoingHttpHeaders | null,
    token?: CancellationToken,
  ): Promise<string | null> {
    const text = (await super.httpRequest(address, headers, token)) ?? ''
    if (text.length > maxText.file) throw new UpdateError('unreadable', `${text.length} characters`)
    if (this.#publicKey === undefined) return text
    const beside = new URL(address)
    beside.pathname += signatureEnding
    const signature = await super.httpRequest(beside, headers, token).catch((error: Error) => {
      if ('statusCode' in error && error.statusCode === 404)
        throw new UpdateError('unsigned', `${beside.pathname}: 404`, { cause: error })
      throw error
    })
    if (!isSigned(text, signature ?? '', this.#publicKey)) throw new UpdateError('unsigned', address.pathname)
    return text
  }
}
