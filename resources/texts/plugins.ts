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
  return [
    babel({ presets: [linguiTransformerBabelPreset({ descriptorFields: 'message' }, { configPath })] }),
    lingui({ configPath, failOnCompileError: true }),
  ]
}
