import { capitalized } from './texts/spoken.ts'

/**
 * View codes of product images by the GS1 Product Image Specification: four characters for the type of
 * image, the facing, the angle and the state of the product, such as `A1C1`. Derived views, which are made
 * on request, are named after their source, such as `E_A1C1_600x600`. Other codes are kept and shown
 * unchanged.
 */

const imageTypes: Readonly<Record<string, string>> = {
  A: 'product image',
  B: 'product image with supporting elements',
  C: 'high-resolution product image',
  D: 'high-resolution image with supporting elements',
  E: '360-degree image',
}
export const facings: Readonly<Record<string, string>> = {
  '0': 'no facing',
  '1': 'front',
  '2': 'left',
  '3': 'top',
  '7': 'back',
  '8': 'right',
  '9': 'bottom',
}
const angles: Readonly<Record<string, string>> = {
  C: 'centre',
  L: 'turned left',
  R: 'turned right',
  N: 'no plunge angle',
}
const states: Readonly<Record<string, string>> = {
  '0': 'out of packaging',
  '1': 'in packaging',
  A: 'case',
  B: 'inner pack',
  C: 'raw',
  D: 'prepared',
  E: 'plated',
  F: 'styled',
  G: 'staged',
  H: 'held',
  J: 'worn',
  K: 'used',
  L: 'family',
  M: 'open case',
  P: 'pallet',
}

const worded = (words: Readonly<Record<string, string>>) =>
  Object.fromEntries(Object.entries(words).map(([code, label]) => [code, { label }]))
/** Labels of the parts of a code; a page replaces them with those of its language. */
export const viewParts = {
  types: worded(imageTypes),
  facings: worded(facings),
  angles: worded(angles),
  states: worded(states),
  scale: { label: 'Front next to a ruler' },
  pixels: { label: 'pixels' },
}

interface ViewCode {
  type: string
  facing: string
  angle: string
  state: string
}

/** Parses a GS1 view code, ignoring case; `undefined` for any other code. */
export function parseView(code: string): ViewCode | undefined {
  const [type = '', facing = '', angle = '', state = '', ...rest] = code.trim().toUpperCase()
  const known = type in imageTypes && facing in facings && angle in angles && state in states
  return known && rest.length === 0 ? { type, facing, angle, state } : undefined
}

/** Whether a text is a view code: four characters, from GS1 or a service, or the name of a derived view. */
export const isViewCode = (code: string): boolean =>
  /^[A-Z][0-9][A-Z0-9]{2}$/i.test(code.trim()) || parseDerivedView(code.trim()) !== undefined

/** The usual view code for a side in words, such as `A7C1` for `Back`; `undefined` for any other word. */
export function facingCode(word: string): string | undefined {
  const wanted = word.trim().toLowerCase()
  const [digit] = Object.entries(facings).find(([, label]) => label === wanted) ?? []
  return digit === undefined || digit === '0' ? undefined : `A${digit}C1`
}

interface DerivedView {
  /** The view it was made from. */
  source: string
  /** Pixels. */
  width: number
  height: number
}

/** The name of a square e-commerce image made from a view, `size` pixels wide and high. */
export const derivedView = (source: string, size: number): string => `E_${source}_${size}x${size}`

/** Parses the name of a derived view; `undefined` for any other code. */
export function parseDerivedView(code: string): DerivedView | undefined {
  const [, source, width, height] = /^E_(.+)_([1-9][0-9]*)x([1-9][0-9]*)$/.exec(code) ?? []
  return source === undefined ? undefined : { source, width: Number(width), height: Number(height) }
}

/** The sides that an e-commerce image can show. */
export const ecommerceSides = ['front', 'left', 'right'] as const
export type EcommerceSide = (typeof ecommerceSides)[number]
const facingOf: Record<EcommerceSide, string> = { front: '1', left: '2', right: '8' }

const viewsOf = (side: EcommerceSide): readonly string[] =>
  ['AC', 'AN', 'CC', 'CN'].map(([type, angle]) => `${type}${facingOf[side]}${angle}1`)
const viewsBySide: Record<EcommerceSide, readonly string[]> = {
  front: viewsOf('front'),
  left: viewsOf('left'),
  right: viewsOf('right'),
}

/** The views that can be used for a side, the best first; for the front `A1C1`, `A1N1`, `C1C1`, `C1N1`. */
export const ecommerceViews = (side: EcommerceSide): readonly string[] => viewsBySide[side]

/**
 * Views used as a scale image, which shows the size of a product next to a ruler. The specification has the
 * parameter `esi` and no code for it. In the GS1 codes a ruler is a supporting element (type B, or D in
 * high resolution), and the front is the side measured. This program writes the first one.
 */
export const scaleViews: readonly string[] = ['B1C1', 'D1C1']
export const isScaleView = (code: string): boolean => scaleViews.includes(code.trim().toUpperCase())

/**
 * The facing digit of a four-character code, for any angle and state. Services have codes of their own,
 * such as `A1A3` for a front. `undefined` for any other code, and when the code shows no side.
 */
export function facingOfCode(code: string): string | undefined {
  const [, facing = '0'] = /^[A-Z]([0-9])[A-Z0-9]{2}$/i.exec(code.trim()) ?? []
  return facing !== '0' && facing in facings ? facing : undefined
}

/** The rank of a view for a side: 0 is the best; `undefined` when the view does not show the side. */
export function rankForSide(code: string, side: EcommerceSide): number | undefined {
  const views = ecommerceViews(side)
  const index = views.indexOf(code.trim().toUpperCase())
  if (index >= 0) return index
  return facingOfCode(code) === facingOf[side] && !isScaleView(code) ? views.length : undefined
}

/**
 * The best of several pictures for a side. Of two pictures with the same view, the edited one (which has no
 * background) wins; otherwise the first.
 */
export function bestForSide<M extends { view: string; type: string }>(
  media: readonly M[],
  side: EcommerceSide,
  rankOf: typeof rankForSide = rankForSide,
): M | undefined {
  const ranked = media.flatMap((medium) => {
    const rank = rankOf(medium.view, side)
    return rank === undefined ? [] : [{ medium, rank: 2 * rank + Number(medium.type !== 'edited') }]
  })
  return ranked.toSorted((one, other) => one.rank - other.rank)[0]?.medium
}

/** Like `rankForSide`, but for display: derived views of the side count too, after all others. */
export function rankToShow(code: string, side: EcommerceSide): number | undefined {
  const rank = rankForSide(code, side)
  if (rank !== undefined) return rank
  const ofSource = rankForSide(parseDerivedView(code)?.source ?? '', side)
  return ofSource === undefined ? undefined : ecommerceViews(side).length + 1 + ofSource
}

/** The label of a view code, such as `Front, centre, in packaging`; an unknown code is returned unchanged. */
export function viewLabel(code: string): string {
  const derived = parseDerivedView(code)
  if (derived !== undefined)
    return `${viewLabel(derived.source)}, ${derived.width} x ${derived.height} ${viewParts.pixels.label}`
  const view = parseView(code)
  if (view === undefined) return code
  const type = viewParts.types[view.type]?.label
  if (isScaleView(code)) return `${viewParts.scale.label} (${type})`
  const { facings: sides, angles: turns, states: ways } = viewParts
  const words = [sides[view.facing], turns[view.angle], ways[view.state]]
    .map((part) => part?.label)
    .join(', ')
  const label = capitalized(words)
  return view.type === 'A' ? label : `${label} (${type})`
}

/**
 * The label and the code, such as `Front, centre, in packaging (A1C1)`; an unknown code is returned
 * unchanged.
 */
export function viewName(code: string): string {
  const label = viewLabel(code)
  return label === code ? code : `${label} (${code})`
}

/** The most frequent views, as options of a form. */
export const commonViews = [
  'A1C1',
  'A2C1',
  'A8C1',
  'A7C1',
  'A3C1',
  'A9C1',
  'A1N1',
  'C1C1',
  'C1N1',
  'A1C0',
  'A1L1',
  'A1R1',
  'B1C1',
].map((value) => ({ value, label: `${value}: ${viewLabel(value)}` }))
