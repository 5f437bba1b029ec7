const mimeTypes: Record<string, string> = {
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  png: 'image/png',
  tif: 'image/tiff',
  tiff: 'image/tiff',
  webp: 'image/webp',
  gif: 'image/gif',
  tga: 'image/x-tga',
}

/** By the ending of the address; pictures of products are JPEG when nothing says otherwise. */
export function mimeTypeOf(url: string): string {
  const [path = ''] = url.split(/[?#]/, 1)
  const ending = /\.(?<ending>[a-z]+)$/i.exec(path)?.groups?.['ending'] ?? ''
  return mimeTypes[ending.toLowerCase()] ?? 'image/jpeg'
}
