/**
 * The accent colour of the system. The app never uses it as it is, because text on it, or text in it, might be
 * unreadable. Each tone of the app's own accent is replaced by one of the same luminance with the hue of the
 * system's colour: contrast depends on luminance only, so the contrasts stay.
 */
import { colorOfLuminance, hexOf, luminance, oklchOf, rgbOf } from './oklch.ts'

/**
 * The tones of the app's own accent, light and dark, as in theme.css. Backgrounds of text are muted: their
 * chroma is at most the one of the own tone.
 */
export const ownTones = {
  accent: { light: '#1f5d80', dark: '#6db6dc', isMuted: false },
  'accent-strong': { light: '#174a67', dark: '#8fcbea', isMuted: false },
  'accent-ink': { light: '#ffffff', dark: '#0b2230', isMuted: true },
  'accent-wash': { light: '#e3eff6', dark: '#1c3442', isMuted: true },
  focus: { light: '#2b7fb0', dark: '#6db6dc', isMuted: false },
  selection: { light: '#bfdcee', dark: '#2b5876', isMuted: true },
} as const

/** The tones for an accent colour of the system, by custom property; empty for a text that is no colour. */
export function tonesFor(systemAccent: string): Record<string, string> {
  const rgb = rgbOf(systemAccent)
  if (!rgb) return {}
  const { chroma, hue } = oklchOf(rgb)
  const tones: Record<string, string> = {}
  for (const [name, { isMuted, ...own }] of Object.entries(ownTones))
    for (const [scheme, hex] of Object.entries(own)) {
      const ownRgb = rgbOf(hex)
      if (!ownRgb) continue
      const shownChroma = isMuted ? Math.min(chroma, oklchOf(ownRgb).chroma) : chroma
      tones[`--${name}-${scheme}`] = hexOf(colorOfLuminance(luminance(ownRgb), shownChroma, hue))
    }
  return tones
}

/** Shows the tones for an accent colour, or the app's own ones without it. */
export function showAccent(systemAccent: string | undefined): void {
  const { style } = document.documentElement
  for (const name of Object.keys(ownTones))
    for (const scheme of ['light', 'dark']) style.removeProperty(`--${name}-${scheme}`)
  for (const [name, tone] of Object.entries(tonesFor(systemAccent ?? ''))) style.setProperty(name, tone)
}
