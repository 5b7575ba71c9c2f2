import '#web/ui/library-styles.ts'
import { Textarea, TextInput } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'

interface PromptFieldsProps<Values> {
  readonly form: UseFormReturnType<Values>
}

export const promptNames = { question: 'Question to readers', angles: 'Angles for comments' } as const

/** What the author gives readers for their own comments: a question, and angles, one a line. */
export function PromptFields<Values extends { readonly question: string; readonly angles: string }>({
  form,
}: PromptFieldsProps<Values>) {
  return (
    <>
      <TextInput
        label={promptNames.question}
        description="Optional. One that readers can answer in a comment."
        autoComplete="off"
        {...form.getInputProps('question')}
      />
      <Textarea
        label={promptNames.angles}
        description="Optional. Up to three hints at what a comment could be about, one a line. They are not text to copy: everybody says it in their own words."
        autosize
        minRows={3}
        maxRows={6}
        {...form.getInputProps('angles')}
      />
    </>
  )
}
