/**
 * Reads text in pictures with the models of PP-OCRv4: one model finds the lines, another recognizes their
 * characters. Both run in WebAssembly on this thread.
 */
import { readFile } from 'node:fs/promises'
import { env, InferenceSession, Tensor } from 'onnxruntime-web/wasm'
import type sharp from 'sharp'
import type { ReadText, TurnedBox } from '../../../src-shared/evidence/label/read-text.ts'
import type { ColourPicture } from '../reader/decoded-picture.ts'
import { Characters, type Reading } from './characters.ts'
import { cutStrip, type Strip, stripHeight } from './cut-strip.ts'
import { findLines } from './find-lines.ts'
import { type LevelBox, levelled, possibleTurns, turned, turnsOf } from './turns.ts'

/** Where the files of the models are. */
export interface ModelFiles {
  wasm: string
  detection: string
  recognition: string
  characters: string
}

/** Reads the pixels of an upright picture. */
export type TextReader = (picture: ColourPicture) => Promise<ReadText[]>

/** The longer side of the picture in which lines are looked for; both sides are multiples of 32. */
const searchedSide = 1280
const sideStep = 32
/** A small picture is enlarged, because the model finds only letters of some height. */
const maxEnlargement = 2
/** More lines are a pattern, or a page of a book; the longest are read. */
const maxLines = 400
/** Strips of similar width that are recognized at once. */
const stripsAtOnce = 8
/** With this mean certainty of the longest lines, no other turn of the picture is tried. */
const clearlyUpright = 0.85
/** Readings with less are noise. */
const minCertainty = 0.5

/** The mean and the standard deviation of each color in the pictures that the detection model learned from. */
const learned = { mean: [0.485, 0.456, 0.406], deviation: [0.229, 0.224, 0.225] }

/** Loads the models, which takes about a second. @throws Error if a file is missing or broken */
export async function openTextReader(files: ModelFiles, image: typeof sharp): Promise<TextReader> {
  // From memory, because the library would otherwise fetch it from an address; a single thread, because the
  // process reads one picture per core.
  env.wasm.wasmBinary = await readFile(files.wasm)
  env.wasm.numThreads = 1
  const load = async (file: string) =>
    InferenceSession.create(await readFile(file), { executionProviders: ['wasm'] })
  const detection = await load(files.detection)
  const recognition = await load(files.recognition)
  const characters = new Characters(await readFile(files.characters, 'utf8'))

  const run = async (model: InferenceSession, values: Float32Array, shape: number[]) => {
    const results = await model.run({ [model.inputNames[0] ?? '']: new Tensor('float32', values, shape) })
    const { data, dims } = results[model.outputNames[0] ?? ''] as Tensor
    return { values: data as Float32Array, dims }
  }

  async function boxesIn(picture: ColourPicture): Promise<TurnedBox[]> {
    const scale = Math.min(maxEnlargement, searchedSide / Math.max(picture.width, picture.height))
    const width = multiple(picture.width * scale)
    const height = multiple(picture.height * scale)
    const scaled = await image(picture.pixels, { raw: { ...sizeOf(picture), channels: 3 } })
      .resize(width, height, { fit: 'fill' })
      .raw()
      .toBuffer()
    const { values } = await run(detection, planes(scaled), [1, 3, height, width])
    const [scaleX, scaleY] = [picture.width / width, picture.height / height]
    return findLines(values, width)
      .map((box) => ({
        ...box,
        x: box.x * scaleX,
        y: box.y * scaleY,
        width: box.width * scaleX,
        height: box.height * scaleY,
      }))
      .toSorted((one, other) => other.width - one.width)
      .slice(0, maxLines)
  }

  /** The readings of the boxes, in their order. */
  async function readBoxes(picture: ColourPicture, boxes: TurnedBox[]): Promise<Reading[]> {
    const strips = boxes.map((box, index) => ({ index, strip: cutStrip(picture, box) }))
    const readings: Reading[] = []
    for (const group of groupsOfSimilarWidth(strips)) {
      const width = Math.max(...group.map(({ strip }) => strip.width))
      const shape = [group.length, 3, stripHeight, width]
      const { values, dims } = await run(recognition, padded(group, width), shape)
      const [, steps = 0, classes = 0] = dims
      for (const [place, { index, strip }] of group.entries()) {
        const reading = characters.read(values, place * steps * classes, steps, classes)
        const share = width / strip.width
        readings[index] = { ...reading, positions: reading.positions.map((position) => position * share) }
      }
    }
    return readings
  }

  /** Whether the picture is upright or turned, judged by its longest lines; with what was read in them for that. */
  async function turnOf(picture: ColourPicture, boxes: LevelBox[]) {
    const { turns, samples } = possibleTurns(boxes)
    let best = { turn: turns[0] ?? 0, certainty: 0, known: new Map<LevelBox, Reading>() }
    for (const turn of turns) {
      const readings = await readBoxes(
        picture,
        samples.map((box) => turned(box, turn)),
      )
      const certainty = readings.reduce((sum, one) => sum + one.certainty, 0) / readings.length
      if (certainty > best.certainty) best = { turn, certainty, known: new Map(zip(samples, readings)) }
      if (certainty > clearlyUpright) break
    }
    return best
  }

  return async (picture) => {
    const level = (await boxesIn(picture)).map(levelled)
    if (level.length === 0) return []
    const { turn, known } = await turnOf(picture, level)
    const wanted = level.flatMap((box) =>
      known.has(box) ? [] : turnsOf(box, turn).map((one) => ({ source: box, box: turned(box, one) })),
    )
    const readings = await readBoxes(
      picture,
      wanted.map(({ box }) => box),
    )
    const best = new Map<LevelBox, ReadText>()
    for (const [source, reading] of known) best.set(source, { ...reading, box: turned(source, turn) })
    for (const [{ source, box }, reading] of zip(wanted, readings))
      if (reading.certainty > (best.get(source)?.certainty ?? -1)) best.set(source, { ...reading, box })
    return level.flatMap((box) => {
      const text = best.get(box)
      return text && text.certainty >= minCertainty ? [text] : []
    })
  }
}

const zip = <One, Other>(ones: readonly One[], others: readonly Other[]): [One, Other][] =>
  ones.flatMap((one, index) => {
    const other = others[index]
    return other === undefined ? [] : [[one, other] as [One, Other]]
  })
const multiple = (length: number): number => Math.max(sideStep, sideStep * Math.round(length / sideStep))
const sizeOf = ({ width, height }: ColourPicture) => ({ width, height })

/** The planes blue, green and red of a picture, as the detection model expects them. */
function planes(pixels: Uint8Array): Float32Array {
  const area = pixels.length / 3
  const values = new Float32Array(pixels.length)
  for (let plane = 0; plane < 3; plane += 1) {
    const [mean = 0, deviation = 1] = [learned.mean[plane], learned.deviation[plane]]
    for (let at = 0; at < area; at += 1)
      values[plane * area + at] = ((pixels[3 * at + 2 - plane] ?? 0) / 255 - mean) / deviation
  }
  return values
}

interface Numbered {
  index: number
  strip: Strip
}

/** A strip is recognized together with wider ones, for which it is padded; therefore the widths are similar. */
function groupsOfSimilarWidth(strips: Numbered[]): Numbered[][] {
  const groups: Numbered[][] = []
  for (const one of strips.toSorted((a, b) => a.strip.width - b.strip.width)) {
    const group = groups.at(-1)
    const [first] = group ?? []
    if (group && first && group.length < stripsAtOnce && one.strip.width <= 1.25 * first.strip.width + 16)
      group.push(one)
    else groups.push([one])
  }
  return groups
}

function padded(group: Numbered[], width: number): Float32Array {
  const values = new Float32Array(group.length * 3 * stripHeight * width)
  for (const [place, { strip }] of group.entries())
    for (let row = 0; row < 3 * stripHeight; row += 1)
      values.set(
        strip.values.subarray(row * strip.width, (row + 1) * strip.width),
        (place * 3 * stripHeight + row) * width,
      )
  return values
}
