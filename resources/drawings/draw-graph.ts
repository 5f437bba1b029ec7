import { SaxesParser } from 'saxes'

/**
 * Colours of a drawing. Graphviz writes the marker colour; the SVG file maps it to colours for light and
 * dark pages.
 */
const colours = {
  page: { mark: '#00000a', light: '#ffffff', dark: '#0d1117' },
  ink: { mark: '#000001', light: '#1f2328', dark: '#e6edf3' },
  faint: { mark: '#000002', light: '#59636e', dark: '#9198a1' },
  line: { mark: '#000003', light: '#9aa4af', dark: '#656c76' },
  box: { mark: '#000004', light: '#f6f8fa', dark: '#151b23' },
  good: { mark: '#000005', light: '#dafbe1', dark: '#12361f' },
  attention: { mark: '#000006', light: '#fff1cc', dark: '#3d2f0b' },
  service: { mark: '#000007', light: '#0860ca', dark: '#6cb1ff' },
  person: { mark: '#000008', light: '#a8470c', dark: '#ffa657' },
} as const
type Colour = keyof typeof colours
const colourNames = Object.keys(colours) as Colour[]

/** A text in quotation marks for Graphviz. */
export const quoted = (text: string): string => `"${text.replace(/["\\]/g, '\\$&')}"`

/** A colour for Graphviz; several colours are parallel lines. */
export const colour = (...names: readonly Colour[]): string =>
  quoted(names.map((name) => colours[name].mark).join(':'))

/** An example of a line, with its meaning. */
export interface LegendEntry {
  text: string
  colour: Colour
  /** Lengths of dashes and gaps; a solid line when absent. */
  dashes?: string
}

/**
 * Graphviz uses the widths of Helvetica. Texts are shown slightly smaller, because the font of the reader's
 * system may be wider.
 */
const shownSize = 0.92
const legendHeight = 32

/**
 * Draws a graph as a standalone SVG: it has a title, follows the colour scheme of the page, and keeps text
 * as text.
 * @param dot the graph in the language of Graphviz
 */
export async function drawGraph(
  dot: string,
  { title, legend = [] }: { title: string; legend?: readonly LegendEntry[] },
): Promise<string> {
  const { instance } = await import('@viz-js/viz')
  const drawn = (await instance()).renderString(dot, { format: 'svg', engine: 'dot' })
  const [, graphWidth = '', graphHeight = ''] = /viewBox="[\d.]+ [\d.]+ ([\d.]+) ([\d.]+)"/.exec(drawn) ?? []
  const width = Math.ceil(Number(graphWidth))
  const height = Math.ceil(Number(graphHeight)) + (legend.length > 0 ? legendHeight : 0)
  return `${[
    `<svg xmlns="http://www.w3.org/2000/svg" role="img" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" font-family="system-ui, sans-serif">`,
    `<title>${escaped(title)}</title>`,
    `<style>${style}</style>`,
    `<rect class="f-page" width="100%" height="100%" rx="8"/>`,
    shapesOf(drawn),
    ...legendLines(legend, height - legendHeight / 2),
    '</svg>',
  ].join('\n')}\n`
}

const style = [
  ':root{color-scheme:light dark}',
  ...colourNames.map((name) => rules(name, 'light')),
  `@media (prefers-color-scheme:dark){${colourNames.map((name) => rules(name, 'dark')).join('')}}`,
].join('')

function rules(name: Colour, scheme: 'light' | 'dark'): string {
  const value = colours[name][scheme]
  // Text of an edge has a halo that covers lines crossing it.
  const halo = name === 'page' ? `.edge text{stroke:${value};stroke-width:4px;paint-order:stroke}` : ''
  return `${halo}.f-${name}{fill:${value}}.s-${name}{stroke:${value}}`
}

/** The shapes and texts from Graphviz, with classes for colours, without identifiers and tooltips. */
function shapesOf(drawn: string): string {
  const parser = new SaxesParser()
  let written = ''
  let isTooltip = false
  parser.on('opentag', ({ name, attributes }) => {
    isTooltip = name === 'title'
    if (name !== 'svg' && name !== 'title') written += `<${name}${attributesOf(attributes)}>`
  })
  parser.on('text', (text) => {
    if (!isTooltip) written += escaped(text)
  })
  parser.on('closetag', ({ name }) => {
    isTooltip = false
    if (name !== 'svg' && name !== 'title') written += `</${name}>`
  })
  parser.write(drawn).close()
  return written.trim()
}

const rounded = (number: number): string => String(Math.round(number * 10) / 10)

/** Converts attributes for the drawing. Of the classes of Graphviz, only `edge` has a style. */
function attributesOf(attributes: Record<string, string>): string {
  const classes = attributes['class'] === 'edge' ? ['edge'] : []
  const kept: string[] = []
  for (const [name, value] of Object.entries(attributes)) {
    const found = colourNames.find((one) => colours[one].mark === value)
    if (found) classes.push(`${name.charAt(0)}-${found}`)
    else if (name === 'font-size') kept.push(`font-size="${rounded(Number(value) * shownSize)}"`)
    else if (!leftOut.has(name))
      kept.push(`${name}="${value.replace(/\d+(?:\.\d+)?/g, (number) => rounded(Number(number)))}"`)
  }
  if (classes.length > 0) kept.unshift(`class="${classes.join(' ')}"`)
  return kept.map((attribute) => ` ${attribute}`).join('')
}
const leftOut = new Set(['class', 'id', 'font-family', 'xml:space'])

/** Sample lines side by side. */
const legendLines = (legend: readonly LegendEntry[], y: number): string[] =>
  legend.flatMap(({ text, colour: name, dashes }, index) => {
    const x = 16 + index * 190
    const dashed = dashes ? ` stroke-dasharray="${dashes}"` : ''
    return [
      `<path class="s-${name}" fill="none" stroke-width="1.5"${dashed} d="M${x},${y}h36"/>`,
      `<text class="f-${name}" font-size="12" x="${x + 44}" y="${y + 4}">${escaped(text)}</text>`,
    ]
  })

const escaped = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
