import { createHash, randomUUID } from 'node:crypto'
import { labelSuggestions } from '../../src-shared/evidence/label-suggestions.ts'
import type { PictureCode, ReadingKind, Readings } from '../../src-shared/evidence/model.ts'
import type { FoundCode, OpenPhotograph } from '../../src-shared/evidence/photograph.ts'
import type { photographContract } from '../../src-shared/evidence/photograph-contract.ts'
import { PlainError } from '../../src-shared/plain-error.ts'
import type { Room } from '../../src-shared/rpc/procedure.ts'
import { say } from '../../src-shared/texts/say.ts'
import { searchCandidates } from '../../src-shared/values/gtin.ts'
import { readPictureFile } from '../media/index.ts'
import type { StartProgram } from '../platform/child-program.ts'
import { unreadablePicture } from '../platform/image-library.ts'
import type { Storage } from '../storage/index.ts'
import { photographPreview } from './photograph-preview.ts'
import { photographReader } from './photograph-store.ts'
import { createPictureReader, type PictureReader, type ReadingBudget } from './reader/picture-reader.ts'

/** Open photographs, each with a process while it is read; a further one closes the oldest. */
const maxOpen = 2

interface PhotographOptions {
  storage: Storage
  /** Entry module of the threads and of the process that reads pictures. */
  entry: URL
  startProgram: StartProgram
  budget?: ReadingBudget
}

interface Asked {
  file: string
  sha256: string
  reader: PictureReader
  text?: Readings['text']
  /** Settles when the last reading has ended: a process reads one picture at a time. */
  last: Promise<unknown>
  closed: PromiseWithResolvers<void>
}

type Signalled = { signal?: AbortSignal | undefined }

export type Photographs = ReturnType<typeof createPhotographs>

/**
 * Answers questions about photographs that are no pictures of the catalog. Their files are read where they are;
 * nothing of them is stored.
 */
export function createPhotographs({ storage, ...start }: PhotographOptions) {
  const stored = storage.reader(photographReader)
  /** Oldest first. */
  const open = new Map<string, Asked>()

  const close = (id: string): void => {
    const asked = open.get(id)
    open.delete(id)
    asked?.reader.close()
    asked?.closed.resolve()
  }
  const find = (id: string): Asked => {
    const asked = open.get(id)
    if (asked) return asked
    throw new PlainError(
      'PHOTOGRAPH_CLOSED',
      say`This photograph is no longer open, because others were looked up after it. Choose it again.`,
    )
  }

  async function read<Kind extends ReadingKind>(
    { file, sha256, reader }: Asked,
    kind: Kind,
    signal: AbortSignal | undefined,
  ): Promise<Readings[Kind]> {
    const outcome = await reader.read({ path: file, sha256, kinds: [kind] }, signal)
    if ('readings' in outcome) return outcome.readings[kind] as Readings[Kind]
    const { code, message } = outcome.failure
    throw new PlainError(
      code,
      code === 'DAMAGED_FILE'
        ? say`The file of the photograph has changed or was deleted. Choose it again.`
        : message,
    )
  }

  /** The text of the photograph, read by the first call. */
  function textOf(asked: Asked, signal: AbortSignal | undefined): Promise<Readings['text']> {
    const result = asked.last.then(async () => {
      signal?.throwIfAborted()
      asked.text ??= await read(asked, 'text', signal)
      return asked.text
    })
    asked.last = result.catch(() => undefined)
    return result
  }

  /** The codes with their items. A faint code counts only if an item has it. */
  async function itemsOf(codes: readonly PictureCode[]): Promise<FoundCode[]> {
    const found = await Promise.all(
      codes.map(async (code) => ({ code, items: await stored.itemsWith([code.gtin14]) })),
    )
    return found.filter(({ code, items }) => !code.isFaint || items.items.length > 0)
  }

  return {
    /** @returns with `closed`, which resolves when the file is no longer needed */
    async openFile(
      file: string,
      signal?: AbortSignal,
    ): Promise<{ photograph: OpenPhotograph; closed: Promise<void> }> {
      const bytes = await readPictureFile(file)
      const sha256 = createHash('sha256').update(bytes).digest('hex')
      for (const oldest of open.keys()) {
        if (open.size < maxOpen) break
        close(oldest)
      }
      const id = randomUUID()
      const asked: Asked = {
        ...{ file, sha256, reader: createPictureReader(start) },
        ...{ last: Promise.resolve(), closed: Promise.withResolvers<void>() },
      }
      open.set(id, asked)
      try {
        const { codes } = await read(asked, 'codes', signal)
        return { photograph: { id, sha256, codes: await itemsOf(codes) }, closed: asked.closed.promise }
      } catch (error) {
        close(id)
        throw error
      }
    },
    async codesByDigits({ id }, { signal }: Signalled = {}) {
      const { codes } = await textOf(find(id), signal)
      return { codes: await itemsOf(codes) }
    },
    async preview({ id }) {
      try {
        return await photographPreview(await readPictureFile(find(id).file))
      } catch (error) {
        throw error instanceof PlainError ? error : unreadablePicture(error)
      }
    },
    async itemsWith({ code }) {
      const { gtin14s } = searchCandidates(code) ?? { gtin14s: [] }
      if (gtin14s.length === 0)
        throw new PlainError(
          'NO_CODE',
          say`"${code}" is no product code: its digits are incomplete, or one of them is wrong. Compare it with the digits below the bars.`,
        )
      return stored.itemsWith(gtin14s)
    },
    async compare({ id, itemId }, { signal }: Signalled = {}) {
      const asked = find(id)
      const text = await textOf(asked, signal)
      const compared = await stored.compare(itemId, asked.sha256, text)
      if (compared) return { ...compared, lines: text.texts.length }
      throw new PlainError('ITEM_NOT_FOUND', say`No item of the catalog has the identifier ${itemId}.`)
    },
    async suggest({ id }, { signal }: Signalled = {}) {
      const text = await textOf(find(id), signal)
      return { suggestions: labelSuggestions(text), lines: text.texts.length }
    },
    close: ({ id }) => close(id),
    /** Closes all photographs. */
    async closeAll(): Promise<void> {
      for (const id of [...open.keys()]) close(id)
    },
  } satisfies Room<Omit<typeof photographContract, 'open'>, Signalled>
}
