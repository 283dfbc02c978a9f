"""What can go wrong, drawn as a tree.

::

    DeriveError
    ├── ValueProblem            a value that cannot be read
    │   ├── UnreadableValue
    │   ├── UnknownUnit
    │   ├── WrongUnit
    │   └── NotAPlainNumber
    ├── QuestionProblem         a question that cannot be asked
    │   ├── UnknownName
    │   ├── MissingGivens
    │   ├── MissingTarget
    │   ├── TargetIsGiven
    │   ├── OutsideDomain
    │   ├── ContradictoryGivens
    │   ├── ConstantSetNeeded
    │   ├── NothingToEvaluate
    │   ├── NoValue
    │   ├── ShapesDiffer
    │   ├── NotAnswerable
    │   ├── Unreachable
    │   ├── MixedConventions
    │   ├── NotComparable
    │   ├── NoSuchDocument
    │   ├── UnreadableBaseline
    │   ├── UnreadableNotation
    │   └── UnreadableCommand
    ├── KnowledgeProblem        a knowledge package that cannot be loaded
    │   ├── DeclaredTwice
    │   ├── NoSuchPackage
    │   ├── BrokenLaw
    │   └── UnreadableLatex
    ├── NoEvaluator             an expression that cannot be made into a program
    ├── DamagedProgram          stored data that is not a program
    ├── UnsupportedExpression   an expression without a written form
    ├── BookNotMade             pieces of a book that could not be computed
    ├── SiteNotBuilt            a site builder that stopped or left pages out
    ├── RunProblem              a run that cannot be estimated
    │   ├── OpenChoice
    │   ├── UnsoundComposition
    │   ├── MissingLetters
    │   ├── Contradiction
    │   └── UnreadableRun
    ├── ClusterProblem          a cluster that is not there, or cannot do the work
    └── TooMuchWork             a limit on work was reached

Leaves take facts, not sentences; ``__str__`` words them once. The facts stay
as attributes, so that callers and tests need not read the words.
"""

# Each leaf is public, and says its name once.
from .questions import *  # noqa: F403
from .root import *  # noqa: F403
