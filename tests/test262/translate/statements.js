'use strict';
// Translates the JavaScript functions and statements in test262's cases to C++.
const ts = require('typescript');
const t = require('./types.js');
const {Objects} = require('./objects.js');
const {Expressions} = require('./expressions.js');
const {Scope, declareAll, uses} = require('./scope.js');
const {is, bare} = Expressions;
const {no} = t;
const K = ts.SyntaxKind;

// Returns whether the code after this statement is never reached.
function ends(statement) {
  if (!statement) return false;
  switch (statement.kind) {
    case K.ReturnStatement: case K.ThrowStatement: return true;
    case K.Block: return ends(statement.statements[statement.statements.length - 1]);
    case K.IfStatement: return ends(statement.thenStatement) && ends(statement.elseStatement);
    default: return false;
  }
}

class Statements extends Objects {
  // Returns what is known of a function: its variables and its return type.
  informationOf(node) {
    let information = this.functions.get(node);
    if (!information) {
      const scope = new Scope(this.functionScopes.get(node) ?? this.scope);
      const parameters = node.parameters.map(each => {
        const variable = scope.declare(each.name.kind === K.Identifier && !each.initializer && !each.dotDotDotToken ? each.name.text
          : no('parameters that are destructured, have defaults or take the rest'));
        variable.isParameter = true;
        return variable;
      });
      if (node.body.kind === K.Block) declareAll(scope, node.body.statements);
      information = {scope, parameters, returned: null, returns: false};
      this.functions.set(node, information);
    }
    return information;
  }
  lambda(node) {
    if (node.asteriskToken || node.modifiers?.some(each => each.kind === K.AsyncKeyword)) no('generators and async functions');
    if (uses(node, each => each.kind === K.ThisKeyword)) no('this');
    if (uses(node, each => is(each, 'arguments'))) no('arguments');
    const information = this.informationOf(node);
    if (this.inside.has(node)) no('functions that call themselves');
    const outer = {scope: this.scope, current: this.current, inCondition: this.inCondition};
    this.scope = information.scope;
    this.current = information;
    this.inCondition = false;
    this.inside.add(node);
    try {
      const parameters = information.parameters.map(each => `${each.assigned && t.declarable(each.type) ? t.cpp(each.type) : 'auto'} ${each.name}`);
      let body;
      if (node.body.kind === K.Block) {
        const statements = node.body.statements;
        body = [...this.declarations(information.scope, information.parameters), ...this.functionsOf(statements),
          ...statements.flatMap(each => this.statement(each))];
        if (!ends(statements[statements.length - 1])) {
          if (!information.returns) body.push('return undefined;');
          else body.push(t.declarable(information.returned) ? `return js::nothing<${t.cpp(information.returned)}>();` : no('functions that return something at times'));
        }
        if (!information.returns && !information.returned) information.returned = t.undefinedType;
      } else {
        body = [this.returning(node.body)];
      }
      const type = t.declarable(information.returned) ? ` -> ${t.cpp(information.returned)}` : information.returned?.kind === 'any' ? no('functions that return different types') : '';
      return `[&](${parameters.join(', ')})${type} { ${body.join(' ')} }`;
    } finally {
      Object.assign(this, outer);
      this.inside.delete(node);
    }
  }
  returning(node) {
    const information = this.current;
    const value = node ? this.ex(node, information.returned ?? undefined) : {type: t.undefinedType, code: 'undefined'};
    information.returns = true;
    if (value.type?.kind === 'function') no('functions as objects');
    const wider = t.join(information.returned, value.type);
    if (!t.same(wider, information.returned)) {
      information.returned = wider;
      this.changed = true;
    }
    if (!node && t.declarable(information.returned) && information.returned.kind !== 'undefined') return `return js::nothing<${t.cpp(information.returned)}>();`;
    return `return ${node && information.returned ? this.plainValue({...value, code: this.into(node, information.returned)}) : value.code};`;
  }

  // Declares all variables at the beginning of the C++ function, because variables of JavaScript have function scope.
  declarations(scope, parameters = []) {
    const codes = [];
    for (const variable of scope.variables.values()) {
      if (variable.node || parameters.includes(variable) || !t.declarable(variable.type)) continue;
      // A variable without a value gets undefined, or the value of its type that is most like undefined.
      const first = {String: ' = undefined', bool: ' = false', null: ' = nullptr'}[variable.type.kind] ?? '';
      codes.push(`[[maybe_unused]] ${t.cpp(variable.type)} ${variable.name}${first};`);
    }
    return codes;
  }
  functionsOf(statements) {
    return [...statements].filter(each => each.kind === K.FunctionDeclaration && each.body).map(each => {
      const variable = this.scope.find(each.name.text);
      return `[[maybe_unused]] auto ${variable.name} = ${this.lambda(each)};`;
    });
  }

  statement(node) {
    switch (node.kind) {
      case K.EmptyStatement: case K.FunctionDeclaration: return [];
      case K.ExpressionStatement: return this.expressionStatement(bare(node.expression));
      case K.VariableStatement: return node.declarationList.declarations.flatMap(each => this.variable(each));
      case K.IfStatement: {
        const condition = this.condition(node.expression);
        const codes = [`if (${condition}) { ${this.statement(node.thenStatement).join(' ')} }`];
        if (node.elseStatement) codes.push(`else { ${this.statement(node.elseStatement).join(' ')} }`);
        return codes;
      }
      case K.Block: return node.statements.flatMap(each => this.statement(each));
      case K.ReturnStatement: return [this.returning(node.expression)];
      case K.ThrowStatement: return this.throwing(bare(node.expression));
      case K.TryStatement: return this.trying(node);
      case K.ForStatement: return this.loop(node);
      case K.WhileStatement: return [`while (${this.condition(node.expression)}) { ${this.statement(node.statement).join(' ')} }`];
      case K.DoStatement: return [`do { ${this.statement(node.statement).join(' ')} } while (${this.condition(node.expression)});`];
      case K.ForOfStatement: return this.forOf(node);
      case K.BreakStatement: return node.label ? no('labels') : ['break;'];
      case K.ContinueStatement: return node.label ? no('labels') : ['continue;'];
      case K.ForInStatement: return no('for-in');
      case K.ClassDeclaration: return no('classes');
      case K.SwitchStatement: return no('switch');
      case K.WithStatement: return no('with');
      default: return no(`other syntax (${K[node.kind]})`);
    }
  }
  variable(node) {
    if (node.name.kind !== K.Identifier) return no('destructuring');
    if (!node.initializer) return [];
    const variable = this.scope.find(node.name.text);
    const initializer = bare(node.initializer);
    const value = this.ex(initializer, variable.type ?? undefined);
    if (value.type?.kind === 'function') {
      if (variable.type && variable.type.kind !== 'function') no('functions in variables that change');
      if (variable.type && variable.type.node !== value.type.node) no('functions in variables that change');
      variable.type = value.type;
      return [`[[maybe_unused]] auto ${variable.name} = ${value.code};`];
    }
    this.widen(variable, value.type);
    variable.wrapped ||= this.isWrapper(initializer);
    if (t.declarable(variable.type)) return [`${variable.name} = ${this.into(initializer, variable.type)};`];
    return [`[[maybe_unused]] auto ${variable.name} = ${this.plainValue(value)};`];
  }
  expressionStatement(node) {
    if (node.kind === K.StringLiteral) return [];  // "use strict"
    if (node.kind === K.BinaryExpression && /^[\w.]+\.getClass = Object\.prototype\.toString$/.test(node.getText().replace(/\s+/g, ' '))) return [];
    if (node.kind === K.CallExpression) {
      const name = node.expression.getText();
      const check = this.check(node, name);
      if (check) return check;
    }
    return [`static_cast<void>(${this.ex(node).code});`];
  }
  // Translates an assertion of a test262 case.
  check(node, name) {
    const given = node.arguments;
    const line = this.lineOf(node);
    switch (name) {
      case 'reportCompare': return [];
      case '$DETACHBUFFER': {
        const value = this.ex(given[0]);
        return value.type?.kind === 'ArrayBuffer' ? [`static_cast<void>(${value.code}.transfer());`] : no('typed arrays made of other things');
      }
      case '$ERROR': case '$DONOTEVALUATE':
        this.assertions++;
        return [...this.patternsIn(given), `js::fail(${line});`];
      case 'assert': {
        this.assertions++;
        const value = this.ex(given[0]);
        return [`js::check(${line}, js::equal(${value.code}, true));`];
      }
      case 'assert.sameValue': case 'assert.notSameValue': {
        this.assertions++;
        const left = this.ex(given[0]), right = this.ex(given[1] ?? no('calls without what is needed'));
        for (const side of [left, right]) if (side.variable?.wrapped) no('wrapper objects');
        const classCheck = this.classCheck(given[0], given[1]);
        return [`js::${name.slice(7)}(${line}, ${classCheck ? `${classCheck}, true` : `${left.code}, ${right.code}`});`];
      }
      case 'assertRelativeDateMs': {
        this.assertions++;
        const date = this.ex(given[0]);
        if (date.type?.kind !== 'Date') no('helpers of test262 that are not there');
        return [`js::relativeDate(${line}, ${date.code}, js::number(${this.ex(given[1]).code}));`];
      }
      case 'assert.compareArray':
        this.assertions++;
        return [`js::compareArray(${line}, ${this.twoLists(given)});`];
      case 'assert.throws': {
        this.assertions++;
        const expected = bare(given[0]);
        if (expected.kind !== K.Identifier || !/Error$/.test(expected.text)) no('errors of their own');
        const value = this.ex(given[1]);
        if (value.type?.kind !== 'function') no('no function where one is needed');
        return [`js::throws(${line}, "${expected.text}", ${value.code});`];
      }
    }
    if (/^(verify|isConstructor|testPropertyEscapes|allowProxyTraps|fnGlobalObject|checkSequence|decimalToHexString|testWith)/.test(name))
      return no(/^verify/.test(name) ? 'property descriptors' : 'helpers of test262 that are not there');
    return null;
  }
  throwing(node) {
    if (node.kind === K.NewExpression && is(node.expression, 'Test262Error')) {
      if (!this.current) this.assertions++;
      return [this.current ? 'throw js::Test262Error();' : `js::fail(${this.lineOf(node)});`];
    }
    const value = this.ex(node);
    if (value.type?.kind === 'error') {
      return [is(node, this.caught) ? 'throw;' : `throw ${value.code};`];
    }
    return no('throwing what is no error');
  }
  trying(node) {
    if (node.finallyBlock) no('finally');
    const codes = [`try { ${this.statement(node.tryBlock).join(' ')} }`];
    const name = node.catchClause.variableDeclaration?.name;
    if (name && name.kind !== K.Identifier) no('destructuring');
    const outer = {scope: this.scope, caught: this.caught};
    this.scope = new Scope(outer.scope);
    this.caught = name?.text;
    try {
      let declared = '';
      if (name) {
        const variable = this.scope.declare(name.text);
        variable.type = t.error;
        declared = ` ${variable.name}`;
      }
      const body = node.catchClause.block.statements;
      codes.push(`catch ([[maybe_unused]] const Error&${declared}) { ${body.flatMap(each => this.statement(each)).join(' ')} }`);
    } finally {
      Object.assign(this, outer);
    }
    return codes;
  }
  loop(node) {
    let first = '';
    if (node.initializer?.kind === K.VariableDeclarationList) first = node.initializer.declarations.flatMap(each => this.variable(each)).join(' ');
    else if (node.initializer) first = `static_cast<void>(${this.ex(node.initializer).code});`;
    const condition = node.condition ? this.condition(node.condition) : '';
    const step = node.incrementor ? this.ex(node.incrementor).code : '';
    return [first, `for (; ${condition}; ${step}) { ${this.statement(node.statement).join(' ')} }`];
  }
  forOf(node) {
    const declared = node.initializer.kind === K.VariableDeclarationList ? node.initializer.declarations[0].name : no('destructuring');
    if (declared.kind !== K.Identifier) no('destructuring');
    const source = this.ex(node.expression);
    if (!['Array', 'Typed', 'Set', 'Map', 'String', 'iterator'].includes(source.type?.kind)) no('loops over what is no list');
    let scope = this.loopScopes.get(node);
    if (!scope) this.loopScopes.set(node, scope = new Scope(this.scope));
    const variable = scope.declare(declared.text);
    variable.isParameter = true;
    this.widen(variable, source.type.kind === 'String' ? t.string : source.type.kind === 'Map' ? t.pair(source.type.key, source.type.of) : source.type.of);
    const outer = this.scope;
    this.scope = scope;
    try {
      return [`for ([[maybe_unused]] auto ${variable.name} : ${this.plainValue(source)}) { ${this.statement(node.statement).join(' ')} }`];
    } finally {
      this.scope = outer;
    }
  }
  lineOf(node) {
    return ts.getLineAndCharacterOfPosition(this.file, node.getStart()).line + 1;
  }
}

module.exports = {Statements};
