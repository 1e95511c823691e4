/** The author's guide (portal.md §2 "Author instructions"). */
export const instructions = {
  title: 'Submission guide',
  lead: 'From your abstract to the conference, step by step.',
  back: 'Back to the dashboard',
  parts: [
    {
      title: 'The abstract',
      steps: [
        { name: 'Submitted', text: 'You upload your abstract as a PDF.' },
        { name: 'Under review', text: 'The organisers assess it.' },
        { name: 'Approved', text: 'You submit the full paper.' },
        { name: 'Provisionally accepted', text: 'You revise the abstract and resubmit it.' },
        { name: 'Rejected', text: 'The process ends.' },
      ],
    },
    {
      title: 'The paper',
      steps: [
        { name: 'Submitted', text: 'Reviewers assess it.' },
        {
          name: 'Approved',
          text: 'It awaits payment, and is complete once staff have verified the payment.',
        },
        { name: 'Provisionally accepted', text: 'You revise the paper and resubmit it.' },
        { name: 'Rejected', text: 'The process ends.' },
      ],
    },
  ],
  rulesTitle: 'Good to know',
  rules: [
    'Edits are allowed until review starts or the deadline.',
    'Files are PDF only.',
    'The Paper ID is your payment reference. Payments are verified within three business days; please do not pay repeatedly.',
  ],
} as const
