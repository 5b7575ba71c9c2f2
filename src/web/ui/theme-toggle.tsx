import { SegmentedControl, useMantineColorScheme } from '@mantine/core'
import { type LucideIcon, Monitor, Moon, Sun } from 'lucide-react'
import classes from './theme-toggle.module.css'

const choices = [
  { value: 'auto', label: choice(Monitor, 'System') },
  { value: 'light', label: choice(Sun, 'Light') },
  { value: 'dark', label: choice(Moon, 'Dark') },
] as const

/** Switches between the system's theme, light and dark. The choice is stored in this browser. */
export function ThemeToggle() {
  const { colorScheme, setColorScheme } = useMantineColorScheme()
  return (
    <SegmentedControl
      aria-label="Theme"
      data={[...choices]}
      value={colorScheme}
      onChange={setColorScheme}
      withItemsBorders={false}
      classNames={{
        root: classes.root,
        input: classes.input,
        label: classes.label,
        indicator: classes.indicator,
      }}
    />
  )
}

function choice(Icon: LucideIcon, name: string) {
  return (
    <span className={classes.choice} title={name}>
      <Icon size={16} aria-hidden />
      <span className="visually-hidden">{name}</span>
    </span>
  )
}
