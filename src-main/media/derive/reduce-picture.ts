import { loadSharp, mostPixels } from './sharp.ts'

/**
 * Smaller, as WebP, with its resolution scaled along: what derived pictures are made from keeps its size on paper.
 * @param longestSide pixels
 */
export async function reducePicture(bytes: Uint8Array, longestSide: number): Promise<Uint8Array> {
  const sharp = await loadSharp()
  const picture = sharp(bytes, { limitInputPixels: mostPixels }).autoOrient()
  const { density, autoOrient } = await picture.metadata()
  const scale = longestSide / Math.max(autoOrient.width, autoOrient.height)
  const smaller = picture.resize(longestSide, longestSide, { fit: 'inside', withoutEnlargement: true })
  return (density && density > 1 ? smaller.withMetadata({ density: Math.max(1, density * scale) }) : smaller)
    .webp({ quality: 85 })
    .toBuffer()
}
