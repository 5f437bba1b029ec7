import '../platform/sharp-for-electron.ts'
import type sharp from 'sharp'

/** Pictures of more pixels than this are refused: they would need gigabytes once decoded. */
export const mostPixels = 100_000_000

let loading: Promise<typeof sharp> | undefined

/** The image library, loaded when the first picture is worked on; most commands never need it. */
export function loadSharp(): Promise<typeof sharp> {
  loading ??= import('sharp').then(({ default: library }) => {
    // One picture at a time is bounded by our own queue; libvips' own cache would only hold memory.
    library.cache(false)
    return library
  })
  return loading
}
