// NC015 to NC018, NC021, NC027 and NC032: rules about views and references that are made at one place and used at
// another, after something has changed between. Each function is examined along clang's control-flow graph, repeatedly
// until nothing new is found.
#include "effects.h"
#include "origins.h"
#include "summary.h"
#include "walker.h"

#include <clang/Analysis/CFG.h>
#include <llvm/ADT/DenseMap.h>
#include <llvm/ADT/DenseSet.h>

namespace check {

using namespace clang;

namespace {

enum class Why : unsigned char { changed, awaited, moved };
struct Mark {
  Why why;
  const Stmt* at;
};
// The variables that must not be used any more, and the statement that made them invalid.
using State = llvm::DenseMap<const VarDecl*, Mark>;

bool isMoveCall(const Stmt* statement) {
  const auto* call = dyn_cast<CallExpr>(statement);
  return call && call->isCallToStdMove();
}

class Flow {
 public:
  Flow(Unit& unit, const FunctionDecl* function, const Stmt* body) : unit_(unit), function_(function), body_(body) {}

  void run() {
    for (const auto* parameter : function_->parameters()) enter(parameter);
    if (const auto* method = dyn_cast<CXXMethodDecl>(function_); method && method->getParent()->isLambda())
      for (const auto& capture : method->getParent()->captures())
        if (capture.capturesVariable() && !copiesValue(capture)) around(variableOf(capture.getCapturedVar()));
    collect(body_);
    for (const auto& [variable, right] : narrower_)
      if (!outlives(variable, right, 0)) unit_.reporter.found(Rule::narrowScope, right->getExprLoc(), variable->getName());
    if (tracked_.empty() && !moves_) return;
    CFG::BuildOptions options;
    options.setAllAlwaysAdd();
    options.AddCXXDefaultInitExprInCtors = false;
    const auto graph = CFG::buildCFG(function_, const_cast<Stmt*>(body_), &unit_.context, options);
    if (!graph) return;
    solve(*graph);
  }

 private:
  // Returns whether programs call the function: it is declared in a header and not in a namespace for the runtime
  // alone.
  static bool isInterface(const FunctionDecl* function) {
    const std::string name = nameOf(function);
    return isNodecpp(function) && !StringRef(name).contains("detail::") &&
           function->getAccess() != AS_private && function->getAccess() != AS_protected &&
           !isCalledByTheRuntime(function);
  }
  // Returns whether only the runtime calls the function: it is a closure, or a method of a class that is in no header.
  static bool isCalledByTheRuntime(const FunctionDecl* function) {
    const auto* method = dyn_cast<CXXMethodDecl>(function);
    return method && (method->getParent()->isLambda() || !isNodecpp(method->getParent()));
  }

  // Tracks a parameter that looks at an object of the caller.
  void enter(const ParmVarDecl* parameter) {
    const QualType type = parameter->getType();
    const Borrow borrow = borrowOf(type);
    if (borrow == Borrow::none || borrow == Borrow::closure || type->isRValueReferenceType()) return;
    if (const auto* main = dyn_cast<FunctionDecl>(parameter->getDeclContext()); main && main->isMain()) return;
    if (function_->getIdentifier() && function_->getName() == "main") return;
    // Functions of the runtime may rely on their callers in the runtime to keep the arguments alive, but they may not
    // rely on the program for that.
    if (knowsRuns() && !isInterface(function_)) return;
    // The array behind an initializer_list lives as long as the call, and so does a closure that was made for the call.
    if (typeName(type) == "std::initializer_list") return;
    const auto* record = recordOf(type);
    if (record && record->isLambda()) return;
    // The handlers of the article take these objects by reference, and the owner waits until the handler has ended.
    if (const std::string name = typeName(type);
        name == "nodecpp::net::IncomingHttpMessageAtServer" || name == "nodecpp::net::HttpServerResponse")
      return;
    tracked_[parameter] = {Origin::unsteady, nullptr};
  }

  // A [=] capture of a reference copies the object that it refers to. A capture of a structured binding copies only
  // that element.
  static bool copiesValue(const LambdaCapture& capture) {
    return capture.getCaptureKind() == LCK_ByCopy &&
           borrowOf(capture.getCapturedVar()->getType().getNonReferenceType()) == Borrow::none;
  }

  // Tracks a view that belongs to the function around a closure.
  void around(const VarDecl* variable) {
    if (!variable || variable->getType()->isDependentType() || isExceptionVariable(variable)) return;
    const Borrow borrow = borrowOf(variable->getType());
    if (borrow == Borrow::none || borrow == Borrow::closure) return;
    if (variable->getInit() && !isa<ParmVarDecl>(variable))
      if (const Origin of = originOf(variable->getInit()); of.kind == Origin::lasting || of.kind == Origin::variable) return;
    tracked_[variable] = {Origin::unsteady, nullptr};
  }

  void declare(const VarDecl* variable) {
    if (variable->hasGlobalStorage() || variable->getType()->isDependentType() || isExceptionVariable(variable)) return;
    const Borrow borrow = borrowOf(variable->getType());
    if (borrow == Borrow::none || borrow == Borrow::closure || !variable->getInit()) return;
    Origin of = originOf(variable->getInit());
    if (of.kind == Origin::dangling && !variable->getType()->isReferenceType()) {
      unit_.reporter.found(Rule::viewOfTemporary, variable->getLocation(), nameFor(variable));
      return;
    }
    // A reference prolongs the life of a temporary object, but not when it is bound to something inside the temporary.
    if (of.kind == Origin::dangling)
      return unit_.reporter.found(Rule::viewOfTemporary, variable->getLocation(), nameFor(variable));
    given_[variable].push_back(variable->getInit());
    if (of.kind == Origin::lasting) return;
    tracked_[variable] = of;
  }

  bool isLater(const VarDecl* variable, const VarDecl* root) const {
    return root->getBeginLoc().isValid() && !isa<ParmVarDecl>(root) && !root->hasGlobalStorage() &&
           unit_.context.getSourceManager().isBeforeInTranslationUnit(variable->getBeginLoc(), root->getBeginLoc());
  }

  // Returns whether the expression names a variable besides `root` that was declared after `variable` and that a view can
  // look at or come from.
  bool namesAnotherLater(const Stmt* expression, const VarDecl* variable, const VarDecl* root) const {
    if (!expression) return false;
    if (const auto* named = dyn_cast<DeclRefExpr>(expression))
      if (const auto* other = variableOf(named->getDecl()); other && other != root && isLater(variable, other))
        return !other->getType()->isArithmeticType() && !other->getType()->isEnumeralType();
    for (const Stmt* child : expression->children())
      if (namesAnotherLater(child, variable, root)) return true;
    return false;
  }

  // The iterators of std's containers hold no element themselves, so what they give is in the container.
  static bool isContainerIterator(QualType type) {
    const auto* record = recordOf(type);
    if (!record || !record->getIdentifier() || !isStd(record)) return type->isPointerType();
    static constexpr StringRef names[] = {
        "_List_iterator", "_List_const_iterator", "_Rb_tree_iterator", "_Rb_tree_const_iterator",
        "_Node_iterator", "_Node_const_iterator", "_Deque_iterator", "__normal_iterator"};
    return llvm::is_contained(names, record->getName());
  }

  // Returns whether the type of `variable` allows it to look only at the object at which `root` looks, and not at
  // `root` itself.
  bool looksFurther(const VarDecl* variable, const VarDecl* root) const {
    if (shared_.contains(root) || handed_.contains(root) || !given_.contains(root)) return false;
    const QualType type = root->getType();
    return type->isReferenceType() || isContainerIterator(type) ||
           type.getCanonicalType().getUnqualifiedType() == variable->getType().getCanonicalType().getUnqualifiedType();
  }

  // Returns whether all that the expression looks at lives as long as `variable`. A narrower view that `variable` is
  // assigned from may look at something wide, so what that view was given is examined in its place.
  bool outlives(const VarDecl* variable, const Expr* right, unsigned depth) const {
    const Origin of = originOf(right);
    if (of.kind == Origin::dangling || depth > 8) return false;
    if (depth > 0 && namesAnotherLater(right, variable, of.root)) return false;
    if (!of.root || !isLater(variable, of.root)) return true;
    if (of.kind != Origin::borrowed || !looksFurther(variable, of.root)) return false;
    if (namesAnotherLater(right, variable, of.root)) return false;
    for (const Expr* each : given_.lookup(of.root))
      if (!outlives(variable, each, depth + 1)) return false;
    return true;
  }

  // Remembers variables that a call may change because it takes them by reference.
  void hand(const CallExpr* call) {
    const auto* function = call->getDirectCallee();
    const unsigned first = isa<CXXOperatorCallExpr>(call) && isa_and_nonnull<CXXMethodDecl>(function) ? 1 : 0;
    for (unsigned i = first; i < call->getNumArgs(); i++) {
      const auto* named = dyn_cast<DeclRefExpr>(call->getArg(i)->IgnoreParens());
      if (!named) continue;
      const bool isConst = function && i - first < function->getNumParams() &&
                           function->getParamDecl(i - first)->getType().getNonReferenceType().isConstQualified();
      if (!isConst) handed_.insert(variableOf(named->getDecl()));
    }
  }

  void collect(const Stmt* statement) {
    if (!statement) return;
    if (const auto* declared = dyn_cast<DeclStmt>(statement))
      for (const auto* each : declared->decls())
        if (const auto* variable = dyn_cast<VarDecl>(each)) declare(variable);
    if (isMoveCall(statement)) moves_ = true;
    if (const auto* call = dyn_cast<CallExpr>(statement)) hand(call);
    if (const auto* address = dyn_cast<UnaryOperator>(statement); address && address->getOpcode() == UO_AddrOf)
      if (const auto* named = dyn_cast<DeclRefExpr>(address->getSubExpr()->IgnoreParens()))
        handed_.insert(variableOf(named->getDecl()));
    if (const auto* call = dyn_cast<CXXOperatorCallExpr>(statement); call && call->getOperator() == OO_Equal)
      target(call->getArg(0), call->getArg(1));
    if (const auto* operation = dyn_cast<BinaryOperator>(statement); operation && operation->getOpcode() == BO_Assign)
      target(operation->getLHS(), operation->getRHS());
    if (const auto* closure = dyn_cast<LambdaExpr>(statement)) {
      for (const auto& capture : closure->captures())
        if (capture.capturesVariable() && capture.getCaptureKind() == LCK_ByRef)
          shared_.insert(variableOf(capture.getCapturedVar()));
      for (const auto* init : closure->capture_inits()) collect(init);
      return;  // the closure's body is examined as another function
    }
    if (const auto* await = dyn_cast<CoroutineSuspendExpr>(statement)) return collect(await->getOperand());
    for (const Stmt* child : statement->children()) collect(child);
  }

  // A variable that is assigned to is not used by the assignment, and looks at a new object afterwards.
  void target(const Expr* left, const Expr* right) {
    const auto* named = dyn_cast<DeclRefExpr>(left->IgnoreParenImpCasts());
    if (!named) return;
    targets_.insert(named);
    const auto* variable = variableOf(named->getDecl());
    if (!variable || variable->getType()->isReferenceType() || variable->hasGlobalStorage()) return;
    const Borrow borrow = borrowOf(variable->getType());
    if (borrow == Borrow::none || borrow == Borrow::closure) return;
    Origin of = originOf(right);
    if (of.kind == Origin::dangling) {
      unit_.reporter.found(Rule::viewOfTemporary, right->getExprLoc(), variable->getName());
      return;
    }
    if ((of.kind == Origin::variable || of.kind == Origin::content || of.kind == Origin::borrowed) && of.root != variable &&
        isLater(variable, of.root))
      narrower_.emplace_back(variable, right);
    given_[variable].push_back(right);
    const auto place = tracked_.find(variable);
    tracked_[variable] = place == tracked_.end() ? of : place->second.join(of);
  }

  void solve(const CFG& graph) {
    llvm::DenseMap<const CFGBlock*, State> before;
    std::vector<const CFGBlock*> work = {&graph.getEntry()};
    before[&graph.getEntry()];
    std::size_t steps = 0;
    const std::size_t most = graph.getNumBlockIDs() * (tracked_.size() + 8) * 8;
    while (!work.empty() && steps++ < most) {
      const CFGBlock* block = work.back();
      work.pop_back();
      State state = before[block];
      for (const auto& element : *block)
        if (const auto made = element.getAs<CFGStmt>()) step(state, made->getStmt());
      for (const auto& next : block->succs()) {
        const CFGBlock* to = next.getReachableBlock();
        if (!to) continue;
        const auto [place, isNew] = before.try_emplace(to, state);
        bool more = isNew;
        if (!isNew)
          for (const auto& [variable, mark] : state) more |= place->second.try_emplace(variable, mark).second;
        if (more) work.push_back(to);
      }
    }
  }

  void step(State& state, const Stmt* statement) {
    if (const auto* declared = dyn_cast<DeclStmt>(statement)) {
      for (const auto* each : declared->decls())
        if (const auto* variable = dyn_cast<VarDecl>(each)) state.erase(variable);
      return;
    }
    if (const auto* named = dyn_cast<DeclRefExpr>(statement)) return use(state, named);
    if (const auto* closure = dyn_cast<LambdaExpr>(statement)) {
      for (const auto& capture : closure->captures())
        if (capture.capturesVariable()) used(state, variableOf(capture.getCapturedVar()), capture.getLocation());
      return;
    }
    if (isMoveCall(statement)) {
      const Expr* what = cast<CallExpr>(statement)->getArg(0)->IgnoreParenImpCasts();
      if (const auto* named = dyn_cast<DeclRefExpr>(what))
        if (const auto* variable = dyn_cast<VarDecl>(named->getDecl());
            variable && !variable->hasGlobalStorage() && !variable->getType()->isReferenceType() &&
            recordOf(variable->getType()))
          state.insert({variable, {Why::moved, statement}});
      return;
    }
    if (const auto* call = dyn_cast<CXXOperatorCallExpr>(statement); call && call->getOperator() == OO_Equal) assigned(state, call->getArg(0));
    if (const auto* operation = dyn_cast<BinaryOperator>(statement); operation && operation->getOpcode() == BO_Assign)
      assigned(state, operation->getLHS());
    if (const auto* expression = dyn_cast<Expr>(statement)) happens(state, expression);
  }

  void assigned(State& state, const Expr* left) {
    if (const auto* named = dyn_cast<DeclRefExpr>(left->IgnoreParenImpCasts()))
      if (const auto* variable = variableOf(named->getDecl()); variable && !variable->getType()->isReferenceType())
        state.erase(variable);
  }

  void happens(State& state, const Expr* expression) {
    const bool awaits = isa<CoroutineSuspendExpr>(expression);
    const Effect effect = effectOf(expression);
    if (!effect.any()) return;
    // A moved-from container that is filled again is valid again.
    for (const auto* changed : effect.changed) {
      const auto moved = state.find(changed);
      if (moved != state.end() && moved->second.why == Why::moved) state.erase(moved);
    }
    for (const auto& [variable, origin] : tracked_) {
      const auto known = state.find(variable);
      if (known != state.end() && !(awaits && known->second.why == Why::changed)) continue;
      if (ends(origin, effect, 0)) state[variable] = {awaits ? Why::awaited : Why::changed, expression};
    }
  }

  // Returns whether the object that is looked at may have changed or ended.
  bool ends(Origin of, const Effect& effect, unsigned depth) const {
    switch (of.kind) {
      case Origin::lasting:
      case Origin::dangling:
      case Origin::variable: return false;  // the variable itself stays valid
      case Origin::borrowed: {
        if (depth > 8) return true;
        if (effect.changes(of.root)) return true;
        const auto next = tracked_.find(of.root);
        if (next != tracked_.end() && next->second.kind == Origin::variable && of.inside)
          return ends({Origin::content, next->second.root}, effect, depth + 1);
        return next != tracked_.end() && ends(next->second, effect, depth + 1);
      }
      case Origin::content:
        return effect.changes(of.root) || (effect.runsOthers && shared_.contains(of.root)) ||
               (effect.changesUnsteady && effect.changed.empty() && isHandle(of.root->getType()));
      // In the runtime's own sources only code of the program can change these objects unnoticed. In a program any
      // change counts.
      case Origin::unsteady: return effect.runsOthers || (effect.changesUnsteady && !knowsRuns());
    }
    return true;
  }

  void use(State& state, const DeclRefExpr* named) {
    if (targets_.contains(named)) return;
    used(state, variableOf(named->getDecl()), named->getLocation());
  }

  static StringRef nameFor(const VarDecl* variable) {
    if (variable->isImplicit() || variable->getName().starts_with("__")) return "this loop";
    if (isa<DecompositionDecl>(variable)) return "what is taken apart here";
    return variable->getName();
  }

  void used(State& state, const VarDecl* variable, SourceLocation where) {
    if (!variable) return;
    const auto place = state.find(variable);
    if (place == state.end()) return;
    const Mark mark = place->second;
    Rule rule = Rule::staleReference;
    if (mark.why == Why::moved) {
      rule = Rule::useAfterMove;
    } else if (mark.why == Why::awaited) {
      rule = Rule::acrossAwait;
    } else {
      const Borrow borrow = borrowOf(variable->getType().getNonReferenceType());
      const Borrow own = borrowOf(variable->getType());
      if (variable->getName().starts_with("__") || borrow == Borrow::iterator) rule = Rule::staleIterator;
      else if (own == Borrow::view) rule = Rule::staleView;
      else if (own == Borrow::iterator) rule = Rule::staleIterator;
    }
    unit_.reporter.found(rule, where, nameFor(variable), {}, mark.at->getBeginLoc());
  }

  Unit& unit_;
  const FunctionDecl* function_;
  const Stmt* body_;
  llvm::DenseMap<const VarDecl*, Origin> tracked_;
  llvm::DenseSet<const VarDecl*> shared_;  // variables that a closure captured by reference
  llvm::DenseSet<const DeclRefExpr*> targets_;
  llvm::DenseMap<const VarDecl*, llvm::SmallVector<const Expr*, 2>> given_;  // what each view is made from and assigned
  std::vector<std::pair<const VarDecl*, const Expr*>> narrower_;  // assignments to a view from a variable declared after it
  llvm::DenseSet<const VarDecl*> handed_;  // variables that other code may change
  bool moves_ = false;
};

}  // namespace

void flowRules(Unit& unit, const FunctionDecl* function, const Stmt* body) {
  if (body) Flow(unit, function, body).run();
}

}  // namespace check
