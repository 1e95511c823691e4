import { useId, useState } from 'react'
import { chooseTheme, chosenTheme, themes } from './theme/theme.ts'
import styles from './theme-switch.module.css'
import { words } from './words.ts'

/** Chooses between the system's colours, light and dark. */
export function ThemeSwitch() {
  const id = useId()
  const [theme, setTheme] = useState(chosenTheme)
  return (
    <div className={styles.switch}>
      <label htmlFor={id}>{words.theme}</label>
      <select
        id={id}
        value={theme}
        onChange={(event) => {
          const next = themes.find((one) => one === event.target.value) ?? 'system'
          chooseTheme(next)
          setTheme(next)
        }}
      >
        {themes.map((one) => (
          <option key={one} value={one}>
            {words.themes[one]}
          </option>
        ))}
      </select>
    </div>
  )
}
