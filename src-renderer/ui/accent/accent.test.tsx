import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { ownTones, showAccent, tonesFor } from './accent.ts'
import { contrast, hexOf, oklchOf, rgbOf } from './oklch.ts'
import '../theme.css'

type Scheme = 'light' | 'dark'
const schemes: readonly Scheme[] = ['light', 'dark']

/** A colour of theme.css as `#rrggbb`. */
function shownColor(token: string, scheme: Scheme): string {
  const probe = document.body.appendChild(document.createElement('i'))
  probe.style.colorScheme = scheme
  probe.style.color = `var(--color-${token})`
  const channels = getComputedStyle(probe).color.match(/\d+/g) ?? []
  probe.remove()
  const [red = 0, green = 0, blue = 0] = channels.map((channel) => Number(channel) / 255)
  return hexOf([red, green, blue])
}

beforeEach(() => showAccent(undefined))
afterEach(() => showAccent(undefined))

test.each(schemes)('without an accent colour the tones are those of theme.css, %s', (scheme) => {
  const own = Object.entries(ownTones).map(([name, tone]) => [name, tone[scheme]])
  expect(own.map(([name = '']) => [name, shownColor(name, scheme)])).toEqual(own)
})

const backgrounds = ['sunken', 'canvas', 'surface', 'raised', 'hover', 'highlight', 'pressed']
/** Text and background, or graphic and background, that meet on the screens, with the contrast of WCAG AA. */
const pairs = [
  ...backgrounds.flatMap((background) => [
    ['accent', background, 4.5] as const,
    ['accent-strong', background, 4.5] as const,
    ['focus', background, 3] as const,
  ]),
  ['accent-ink', 'accent', 4.5] as const,
  ['accent-ink', 'accent-strong', 4.5] as const,
  ['accent', 'accent-wash', 4.5] as const,
  ['accent-strong', 'accent-wash', 4.5] as const,
  ['ink', 'selection', 4.5] as const,
  ...['ink', 'ink-soft', 'ink-faint', 'good', 'warn', 'bad'].map(
    (text) => [text, 'accent-wash', 4.5] as const,
  ),
]

/** Every sixth of each channel: 343 colours, among them white, black and the purest ones. */
const steps = [0, 1, 2, 3, 4, 5, 6].map((step) => step / 6)
const accents = steps.flatMap((red) =>
  steps.flatMap((green) => steps.map((blue) => hexOf([red, green, blue]))),
)

describe.each(schemes)('%s', (scheme) => {
  test('every accent colour gives readable tones', () => {
    const names = [...new Set(pairs.flat().map(String))]
    const shown = new Map(names.map((name) => [name, shownColor(name, scheme)]))
    const bad = accents.flatMap((accent) => {
      const tones = tonesFor(accent)
      const rgb = (name: string) => rgbOf(tones[`--${name}-${scheme}`] ?? shown.get(name) ?? '') ?? [0, 0, 0]
      return pairs
        .filter(([one, other, least]) => contrast(rgb(one), rgb(other)) < least)
        .map(([one, other]) => `${accent}: ${one} on ${other} ${contrast(rgb(one), rgb(other))}`)
    })
    expect(accents).toHaveLength(343)
    expect(bad).toEqual([])
  })

  test('the tones have the hue of the accent colour, and backgrounds stay muted', () => {
    const hue = (hex: string) => oklchOf(rgbOf(hex) ?? [0, 0, 0]).hue
    const chroma = (hex: string) => oklchOf(rgbOf(hex) ?? [0, 0, 0]).chroma
    const tones = tonesFor('c4314b')
    const tone = (name: string) => tones[`--${name}-${scheme}`] ?? ''
    expect(hue(tone('accent'))).toBeCloseTo(hue('c4314b'), 1)
    expect(chroma(tone('accent'))).toBeGreaterThan(0.08)
    expect(chroma(tone('accent-wash'))).toBeLessThanOrEqual(chroma(ownTones['accent-wash'][scheme]) + 0.005)
    // A gray one gives gray tones.
    expect(chroma(tonesFor('8c8c8c')[`--accent-${scheme}`] ?? '')).toBeLessThan(0.005)
  })
})
