import { Panel } from '../../ui/panel.tsx'
import { Segmented } from '../../ui/segmented.tsx'
import { useTheme } from '../../ui/theme.ts'

/** Light, dark, or whatever the system says. */
export function AppearancePanel() {
  const { choice, choose } = useTheme()
  return (
    <Panel title="Appearance">
      <Segmented
        label="Theme"
        value={choice}
        onValueChange={choose}
        options={[
          { value: 'system', label: 'Like the system' },
          { value: 'light', label: 'Light' },
          { value: 'dark', label: 'Dark' },
        ]}
      />
    </Panel>
  )
}
