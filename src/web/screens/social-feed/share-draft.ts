/** The name under which the share form's draft is stored. */
export const shareDraft = 'share'
