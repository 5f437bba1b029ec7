import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import type { ReadResult, ZXingReaderModule } from 'zxing-wasm/reader'
import type { ScannedSymbol } from '../../../src-shared/evidence/read-code.ts'
import type { GrayPicture } from './decoded-picture.ts'

export type DecodedSymbol = Omit<ScannedSymbol, 'box'> & Pick<ReadResult, 'position'>

/** Maximum symbols in one picture. */
const maxSymbols = 8
/** Codes of the decoder for its options, in the order of its documentation. */
const localAverage = 0
const ignoreAddOns = 0
const humanReadable = 2
const anyCharacterSet = 0
const gs1Content = 3

/** The decoder with its memory; the package takes the types of the memory from Emscripten. */
type Decoder = ZXingReaderModule & {
  HEAPU8: Uint8Array
  _malloc(bytes: number): number
  _free(address: number): void
}

let loading: Promise<Decoder> | undefined

/** The decoder, with its program from disk: without it, the decoder would fetch the program from a server. */
async function loadDecoder(): Promise<Decoder> {
  const { prepareZXingModule } = await import('zxing-wasm/reader')
  const path = createRequire(import.meta.url).resolve('zxing-wasm/reader/zxing_reader.wasm')
  const wasmBinary = new Uint8Array(await readFile(path)).buffer
  return (await prepareZXingModule({ overrides: { wasmBinary }, fireImmediately: true })) as Decoder
}

/**
 * Finds symbols of some symbologies. The pixels go to the decoder as they are: the function `readBarcodes` of the package
 * takes four channels and reduces them to one, which takes longer than decoding.
 */
export async function decodeSymbols(
  { pixels, width, height }: GrayPicture,
  symbologies: readonly string[],
): Promise<DecodedSymbol[]> {
  loading ??= loadDecoder()
  const decoder = await loading
  const address = decoder._malloc(pixels.byteLength)
  if (address === 0) throw new Error('The decoder has no memory for the picture.')
  try {
    decoder.HEAPU8.set(pixels, address)
    const found = decoder.readBarcodesFromPixmap(address, width, height, {
      formats: symbologies.join(','),
      tryHarder: true,
      tryRotate: true,
      tryInvert: false,
      // The passes have sizes of their own, and its copies of a third of the size are misread more often.
      tryDownscale: false,
      tryDenoise: false,
      isPure: false,
      binarizer: localAverage,
      downscaleFactor: 3,
      downscaleThreshold: 500,
      minLineCount: 2,
      maxNumberOfSymbols: maxSymbols,
      validateOptionalChecksum: true,
      returnErrors: false,
      eanAddOnSymbol: ignoreAddOns,
      textMode: humanReadable,
      characterSet: anyCharacterSet,
      tryCode39ExtendedMode: false,
    })
    const symbols: DecodedSymbol[] = []
    for (let at = 0; at < found.size(); at++) {
      const symbol = found.get(at)
      if (symbol)
        symbols.push({
          symbology: symbol.format,
          text: symbol.text,
          isGs1: symbol.contentType === gs1Content,
          lines: Math.max(1, symbol.lineCount),
          position: symbol.position,
        })
    }
    return symbols
  } finally {
    decoder._free(address)
  }
}
