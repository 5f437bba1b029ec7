import '../../platform/sharp-for-electron.ts'
import type sharp from 'sharp'

/** Pictures of more pixels than this are refused: they would need gigabytes once decoded. */
export const mostPixels = 100_000_000

/** What reads the formats that pictures come in. */
const readers = ['Jpeg', 'Png', 'Webp', 'Tiff', 'Nsgif', 'Heif'].map((format) => `VipsForeignLoad${format}`)

let loading: Promise<typeof sharp> | undefined

/** The image library, loaded when the first picture is worked on; most commands never need it. */
export function loadSharp(): Promise<typeof sharp> {
  loading ??= import('sharp').then(({ default: library }) => {
    // One picture at a time is bounded by our own queue; libvips' own cache would only hold memory.
    library.cache(false)
    // Nobody else's file is read by more than is needed: an SVG or a PDF is a program of its own.
    library.block({ operation: ['VipsForeignLoad'] })
    library.unblock({ operation: readers })
    return library
  })
  return loading
}
