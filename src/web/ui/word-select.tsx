import './library-styles.ts'
import { NativeSelect, type NativeSelectProps } from '@mantine/core'
import { ChevronDown } from 'lucide-react'

interface WordSelectProps<Word extends string> extends Omit<NativeSelectProps, 'data'> {
  readonly words: readonly Word[]
  readonly names: Readonly<Record<Word, string>>
  /** The text of the empty choice. */
  readonly none: string
}

/** A choice from a closed list of words. The value of the empty choice is an empty string. */
export function WordSelect<Word extends string>({ words, names, none, ...rest }: WordSelectProps<Word>) {
  return (
    <NativeSelect rightSection={<ChevronDown size={16} aria-hidden />} {...rest}>
      <option value="">{none}</option>
      {words.map((word) => (
        <option key={word} value={word}>
          {names[word]}
        </option>
      ))}
    </NativeSelect>
  )
}
