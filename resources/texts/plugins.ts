import { getConfig } from '@lingui/conf'
import { lingui, linguiTransformerBabelPreset } from '@lingui/vite-plugin'
import babel from '@rolldown/plugin-babel'
import type { PluginOption } from 'vite'
import { configPath } from './lingui.config.ts'

/**
 * What makes calls of the macros, and compiles a catalog. By Babel: the native transform of Lingui has parts that npm
 * leaves out under Node 20, with which this project can be installed. English stays in the code, also when it is built.
 */
export function texts(): PluginOption[] {
  process.env['LINGUI_SUPPRESS_BABEL_WARNING'] = '1'
  const linguiConfig = getConfig({ configPath })
  return [
    // The macros are gone before a browser loads anything.
    {
      name: 'texts',
      config: () => ({ optimizeDeps: { exclude: ['@lingui/core/macro', '@lingui/react/macro'] } }),
    },
    babel({
      presets: [linguiTransformerBabelPreset({ descriptorFields: 'message', linguiConfig }, { configPath })],
    }),
    catalogFiles(),
  ]
}

/** What compiles a catalog alone, for code without macros. */
export const catalogFiles = (): PluginOption => lingui({ configPath, failOnCompileError: true })
