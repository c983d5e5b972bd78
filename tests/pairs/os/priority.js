const os = require('os');

function told(f) {
  try {
    console.log(f());
  } catch (error) {
    console.log(error.name, error.code, error.message);
    console.log(error.name === 'SystemError' ? [error.errno, error.syscall] : []);
  }
}

told(() => os.getPriority());
told(() => os.getPriority(0));
told(() => os.getPriority(process.pid) === os.getPriority());
told(() => os.getPriority(-1));
told(() => os.getPriority(0x7ffffff0));
told(() => os.getPriority(1.5));
told(() => os.getPriority(2 ** 31));
told(() => os.getPriority(NaN));
told(() => os.setPriority(0, 20));
told(() => os.setPriority(0, -21));
told(() => os.setPriority(0, 1.5));
told(() => os.setPriority(0x7ffffff0, 5));
told(() => os.setPriority(11));
told(() => os.getPriority());
told(() => os.setPriority(process.pid, os.constants.priority.PRIORITY_LOW));
told(() => os.getPriority());
