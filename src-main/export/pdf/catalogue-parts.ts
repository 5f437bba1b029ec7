import { randomUUID } from 'node:crypto'
import type { ExportErrorCode } from '../../../src-shared/export/model.ts'
import { PlainError } from '../../../src-shared/plain-error.ts'
import { say } from '../../../src-shared/texts/say.ts'
import type { Apart } from '../../storage/index.ts'
import { furtherTextsNote } from '../further-texts-note.ts'
import type { ExportProgress } from '../open-export.ts'
import type { PictureSource } from '../pictures/picture-parts.ts'
import type { PrintedItem } from './pdf-page.ts'
import type { PdfFonts, pdfFunctions } from './pdf-writer.ts'

interface Options {
  writer: Apart<typeof pdfFunctions>
  fonts(): Promise<PdfFonts>
  pictures: PictureSource
  title: string
  /** Milliseconds since the epoch. */
  now: number
  slices: AsyncIterable<{ items: PrintedItem[]; itemsDone: number; hiddenTextCount: number }>
  onProgress: ((progress: ExportProgress) => void) | undefined
}

/** A PDF stores offsets with ten digits. */
const maxBytes = 9_999_999_999
/** Maximum size of the data after the last item: fonts and the table of offsets. */
const roomForEnd = 300_000_000

/** Interval of keep-alive calls to the thread while the file is not being read, in milliseconds. */
const touchEvery = 10_000

/**
 * A catalogue as PDF, a few items at a time. The note counts the items without a picture on this computer.
 */
export async function* catalogueParts(options: Options): AsyncGenerator<Uint8Array> {
  const { writer, pictures, slices, onProgress } = options
  const id = randomUUID()
  // The thread holds the unfinished pages, and ends after some time without calls.
  const timer = setInterval(() => void writer('touch', []).catch(() => {}), touchEvery)
  try {
    await writer('begin', [id, await options.fonts(), options.title, options.now])
    let itemsDone = 0
    let lacking = 0
    let written = 0
    let hiddenTextCount = 0
    for await (const slice of slices) {
      const fronts = await pictures.smallFronts(slice.items.map((item) => item.id))
      const items = slice.items.map((item, index) => {
        const picture = fronts[index]
        if (picture) return { ...item, picture }
        lacking += 1
        return item
      })
      const bytes = await writer('add', [id, items])
      itemsDone = slice.itemsDone
      hiddenTextCount += slice.hiddenTextCount
      written += bytes.length
      if (written > maxBytes - roomForEnd) throw tooLarge(itemsDone)
      if (bytes.length > 0) yield bytes
      onProgress?.({ itemsDone, itemsWritten: itemsDone })
    }
    const { bytes, unshown, cut } = await writer('end', [id])
    yield bytes
    onProgress?.({
      itemsDone,
      itemsWritten: itemsDone,
      note: remarks({ lacking, unshown, cut, hiddenTextCount }),
    })
  } finally {
    clearInterval(timer)
    await writer('drop', [id]).catch(() => {})
  }
}

const tooLarge = (itemsDone: number) =>
  new PlainError<ExportErrorCode>(
    'TOO_MANY_ROWS',
    say`A PDF has 10 GB at most, and ${itemsDone} of these items fill it. Narrow the search, and print it in parts.`,
  )

/**
 * Numbers of items without a picture, with characters that cannot be shown, and with truncated texts; number
 * of texts left out.
 */
interface Remarks {
  lacking: number
  unshown: number
  cut: number
  hiddenTextCount: number
}

function remarks({ lacking, unshown, cut, hiddenTextCount }: Remarks): string | undefined {
  const words = [
    lacking > 0 && say`${lacking} of the items have no picture on this computer.`,
    unshown > 0 &&
      say`${unshown} of the items have characters that the file cannot show, such as Chinese or Thai; its last page lists them.`,
    cut > 0 && say`Texts of ${cut} of the items are too long and are truncated; the last page lists them.`,
    furtherTextsNote(hiddenTextCount),
  ].filter(Boolean)
  return words.join(' ') || undefined
}
