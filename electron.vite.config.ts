import { join } from 'node:path'
import babel from '@rolldown/plugin-babel'
import tailwindcss from '@tailwindcss/vite'
import react, { reactCompilerPreset } from '@vitejs/plugin-react'
import { defineConfig } from 'electron-vite'
import type { Plugin, PluginOption, UserConfig } from 'vite'
import { catalogFiles, texts } from './resources/texts/plugins.ts'
import { licensesOfBuild } from './src-main/hosts/launch/licenses.ts'
import { quickPrograms } from './src-main/hosts/launch/quick-programs.ts'
import { nonceMark } from './src-main/rpc/page.ts'

/**
 * Addresses of scripts and styles start at the root of the page's origin. electron-vite makes them relative, for pages
 * opened from a file; ours never is, and a reload at `/catalog/20` must find them too.
 */
const addressesFromTheRoot = { name: 'addresses-from-the-root', config: () => ({ base: '/' }) }

/**
 * The page preloads the app, which is imported only after its language has loaded: all files then load at once instead of
 * one after the other.
 */
const preloadedChunks = new Set(['answers', 'first-answers', 'app', 'render-app'])
const preloadedApp: Plugin = {
  name: 'preloaded-app',
  transformIndexHtml: {
    order: 'post',
    handler: (_, { bundle = {} }) =>
      Object.values(bundle)
        .filter((chunk) => chunk.type === 'chunk' && preloadedChunks.has(chunk.name))
        .map(({ fileName }) => ({
          tag: 'link',
          attrs: { rel: 'modulepreload', crossorigin: true, href: `/${fileName}` },
          injectTo: 'head',
        })),
  },
}

/**
 * Rules of react-data-grid for rows of sums, which we have none of. While a rule asks for a place among all siblings, each
 * row that comes or goes has the styles of every cell made anew.
 */
const withoutRowsOfSums = {
  postcssPlugin: 'without-rows-of-sums',
  Rule(rule: { selector: string; remove: () => void }) {
    if (/:nth-(last-)?child\(1 of \.rdg-/.test(rule.selector)) rule.remove()
  },
}

/**
 * React Compiler, for components and hooks that say 'use memo': what they draw, and what they hand on, is made anew only
 * when something that it depends on changed. One that it cannot compile is an error of the build.
 */
const remembered = reactCompilerPreset({
  compilationMode: 'annotation',
  panicThreshold: 'all_errors',
} as Parameters<typeof reactCompilerPreset>[0])

/** What makes the screens' code: also for the component tests. After the texts, whose macros it would take apart. */
export const screenPlugins = (): PluginOption[] => [
  ...texts(),
  babel({ presets: [remembered] }),
  react(),
  tailwindcss(),
]

/** Configuration of the page: for the build below and for `npm run dev`. */
export const pageConfig = {
  root: join(import.meta.dirname, 'src-renderer'),
  plugins: screenPlugins(),
  // Whoever serves the page writes a nonce in its place; page-nonce.ts reads it.
  html: { cspNonce: nonceMark },
  css: { postcss: { plugins: [withoutRowsOfSums] } },
} satisfies UserConfig

/**
 * Three builds: the backend (Electron's main process, the command line of an installed copy and their storage threads),
 * the preload script, the screens.
 */
export default defineConfig({
  main: {
    plugins: [catalogFiles(), ...quickPrograms.plugins],
    build: {
      license: { fileName: licensesOfBuild.main },
      rolldownOptions: {
        input: {
          index: 'src-main/hosts/electron/main.ts',
          thread: 'src-main/thread.ts',
          desk: 'src-main/hosts/headless/installed-desk.ts',
          'catalog-desk': 'src-main/hosts/headless/catalog-desk.ts',
        },
        output: { minify: quickPrograms.minify },
      },
    },
  },
  preload: {
    build: {
      externalizeDeps: false,
      rolldownOptions: {
        input: { index: 'src-main/hosts/electron/preload.ts' },
        output: { format: 'cjs', entryFileNames: '[name].cjs' },
      },
    },
  },
  renderer: {
    ...pageConfig,
    plugins: [...pageConfig.plugins, addressesFromTheRoot, preloadedApp],
    build: {
      license: { fileName: licensesOfBuild.renderer },
      minify: 'oxc',
      rolldownOptions: {
        input: join(import.meta.dirname, 'src-renderer/index.html'),
        output: {
          codeSplitting: {
            groups: [
              // What forbids Zod functions from text runs with Zod itself, before any part that describes something with it.
              { name: 'zod', test: /node_modules\/zod\/|rpc\/no-eval/, priority: 3 },
              // What loads the language is ready before the modules of the screens run, so it is not in one file with them.
              { name: 'start', test: /src-renderer\/texts\/start\.ts$/, priority: 2 },
              // Small enough to ask the backend for its first answers while the app is still loading.
              { name: 'answers', test: /src-renderer\/first-answers\.ts$/, priority: 1.5 },
              // Everything that the first screen needs is one file: a hundred small ones take longer to load.
              { name: 'app', test: /src-renderer\/render-app\.tsx$/, priority: 1 },
            ],
          },
        },
      },
    },
  },
})
