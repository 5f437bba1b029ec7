/**
 * The app's identity on Windows, by which its windows, shortcuts and notifications belong together. The
 * installer writes the same into its shortcuts (`appId` in resources/electron-builder.yml).
 */
export const appId = 'example.catalog-desk'
