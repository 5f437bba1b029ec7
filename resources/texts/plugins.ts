import { getConfig } from '@lingui/conf'
import { lingui, linguiTransformerBabelPreset } from '@lingui/vite-plugin'
import babel from '@rolldown/plugin-babel'
import type { PluginOption } from 'vite'
import { configPath } from './lingui.config.ts'

/**
 * Plugins that compile the macros to calls, and the catalogs. They use Babel, because npm omits parts of
 * Lingui's native transform under Node 20, with which this project can be installed. English texts remain
 * in the built code.
 */
export function texts(): PluginOption[] {
  process.env['LINGUI_SUPPRESS_BABEL_WARNING'] = '1'
  const linguiConfig = getConfig({ configPath })
  return [
    // The macros are compiled away before a browser loads anything.
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

/** Compiles only catalogs, for code without macros. */
export const catalogFiles = (): PluginOption => lingui({ configPath, failOnCompileError: true })
