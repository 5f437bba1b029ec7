/**
 * The configuration of `npm run package`: `electron-builder.yml`, and the server of the updates if the
 * environment names one. Without it, the app is not updated by itself.
 */

/** @throws Error for an address that nobody could trust */
export function configurationOf({
  CATALOG_DESK_UPDATE_ADDRESS: address,
  CATALOG_DESK_UPDATE_KEY: publicKey,
}: Readonly<Record<string, string | undefined>>) {
  const base = { extends: 'resources/electron-builder.yml' }
  // Null: otherwise electron-builder guesses a server.
  if (!address) return { ...base, publish: null }
  if (!publicKey && !address.startsWith('https:'))
    throw new Error(
      `CATALOG_DESK_UPDATE_ADDRESS is ${address}. An address without https needs CATALOG_DESK_UPDATE_KEY: anybody on the way could otherwise replace the updates.`,
    )
  return {
    ...base,
    publish: [{ provider: 'generic', url: address }],
    // The app reads this from its package.json.
    extraMetadata: { updates: { address, ...(publicKey && { publicKey }) } },
    // macOS is updated from the zip file.
    mac: { target: ['dmg', 'zip'] },
  }
}

export default configurationOf(process.env)
