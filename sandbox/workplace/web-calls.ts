import type { Workplace } from './workplace.ts'

/** Calls a method of the workplace's Web API as the app does, and returns the answer as it is. */
export async function callApi(
  { apiUrl, botToken }: Workplace,
  method: string,
  body: object,
): Promise<Record<string, unknown>> {
  const answer = await fetch(apiUrl + method, {
    method: 'POST',
    headers: { authorization: `Bearer ${botToken}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  return (await answer.json()) as Record<string, unknown>
}

const plain = (text: string) => ({ type: 'plain_text', text })
const option = (text: string, value: string) => ({ text: plain(text), value })

/** A message with two buttons, one of which leads somewhere. */
export const countingBlocks = [
  { type: 'section', text: { type: 'mrkdwn', text: 'Read *this*' } },
  {
    type: 'actions',
    block_id: 'reports',
    elements: [
      { type: 'button', action_id: 'like', text: plain('I liked it'), value: 'p1', style: 'primary' },
      { type: 'button', action_id: 'open', text: plain('Open'), url: 'https://example.com/post' },
    ],
  },
]

/** A dialog with fields of several kinds. */
export const modal = {
  type: 'modal',
  callback_id: 'share',
  private_metadata: '{"post":"p1"}',
  title: plain('Report a share'),
  submit: plain('Send'),
  close: plain('Never mind'),
  blocks: [
    {
      type: 'input',
      block_id: 'address',
      label: plain('Address'),
      hint: plain('Where your post is'),
      element: { type: 'url_text_input', action_id: 'url' },
    },
    {
      type: 'input',
      block_id: 'network',
      label: plain('Network'),
      element: {
        type: 'static_select',
        action_id: 'choice',
        options: [option('LinkedIn', 'linkedin'), option('X (Twitter)', 'x')],
      },
    },
    {
      type: 'input',
      block_id: 'kinds',
      optional: true,
      label: plain('What you did'),
      element: {
        type: 'checkboxes',
        action_id: 'chosen',
        options: [option('Like', 'like'), option('Share', 'share')],
      },
    },
    {
      type: 'input',
      block_id: 'note',
      optional: true,
      label: plain('Note'),
      element: { type: 'plain_text_input', action_id: 'text', multiline: true, max_length: 20 },
    },
  ],
}
